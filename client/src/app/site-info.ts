import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLanguage } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { keys } from "../state/query.ts";

const STALE_MS = 300_000;

/** A chat group or a medium: an address of elsewhere, or a path of this site. */
export type Group = Api["SiteGroup"];

type Site = Api["SiteInfo"];

/** What the operator says of the site. */
export function useSite(): Site | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: keys.site(language),
    queryFn: ({ signal }) => api.get("/api/main/web/info", { signal }),
    staleTime: STALE_MS,
  }).data;
}

export const battleOpenQuery = queryOptions({
  queryKey: keys.battleOpen,
  queryFn: ({ signal }) => api.get("/api/battle/open", { signal }),
  staleTime: STALE_MS,
});

/**
 * How an entry of the menu stands. Product spec §7: battles show while data is 0 and are hidden while it is 1;
 * everything shows until the server says otherwise.
 */
export function useRelease(): (key: string) => "open" | "soon" | "hidden" {
  const { data: battle } = useQuery(battleOpenQuery);
  const soon = useSite()?.soon ?? [];
  return (key) => (key === "battle" && battle === 1 ? "hidden" : soon.includes(key) ? "soon" : "open");
}
