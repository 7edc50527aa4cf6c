import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLanguage } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import { i64, list, str, struct } from "../protocol/shape.ts";
import { keys } from "../state/query.ts";

const STALE_MS = 300_000;

/** A chat group or a medium: an address of elsewhere, or a path of this site. */
export interface Group {
  readonly name: string;
  readonly url: string;
}

interface Site {
  /** Entries of the menu that are not released yet. */
  readonly soon: readonly string[];
  readonly groups: readonly Group[];
}

const Site = struct<Site>("Site", { soon: list(str), groups: list(struct<Group>("Group", { name: str, url: str })) });

/** What whoever runs the site says about its frame. */
export function useSite(): Site | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: keys.site(language),
    queryFn: ({ signal }) => api.get("/api/main/web/info", Site, { signal }),
    staleTime: STALE_MS,
  }).data;
}

export const battleOpenQuery = queryOptions({
  queryKey: keys.battleOpen,
  queryFn: ({ signal }) => api.get("/api/battle/open", i64, { signal }),
  staleTime: STALE_MS,
});

/**
 * How an entry of the menu stands. Product spec §7: battles show while data is 0 and are hidden while it is 1; everything
 * shows until the server says otherwise.
 */
export function useRelease(): (key: string) => "open" | "soon" | "hidden" {
  const { data: battle } = useQuery(battleOpenQuery);
  const soon = useSite()?.soon ?? [];
  return (key) => (key === "battle" && battle === 1 ? "hidden" : soon.includes(key) ? "soon" : "open");
}
