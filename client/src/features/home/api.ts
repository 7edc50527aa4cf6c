import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { keys } from "../../state/query.ts";

/** Product spec §3 "Banner": `image` for wide screens, `moveImage` for phones. */
export type Banner = Api["Banner"];

const byWeight = (banners: readonly Banner[]) => [...banners].sort((a, b) => b.weight - a.weight);

export const bannersQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.banners(language),
    queryFn: async ({ signal }) => byWeight(await api.get("/api/home/sys/banner", { signal })),
    staleTime: 300_000,
  });
