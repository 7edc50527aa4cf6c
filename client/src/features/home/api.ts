import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { Drop } from "../../protocol/gen.ts";
import { i64, list, str, struct } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";

/** Product spec §3 "Banner": `image` for wide screens, `moveImage` for phones. */
export interface Banner {
  readonly id: string;
  readonly image: string;
  readonly moveImage: string;
  readonly link: string;
  readonly weight: number;
  /** In the language that was asked for. */
  readonly title: string;
}

const Banner = struct<Banner>("Banner", { id: str, image: str, moveImage: str, link: str, weight: i64, title: str });

const byWeight = (banners: readonly Banner[]) => [...banners].sort((a, b) => b.weight - a.weight);

export const bannersQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.banners(language),
    queryFn: async ({ signal }) => byWeight(await api.get("/api/home/sys/banner", list(Banner), { signal })),
    staleTime: 300_000,
  });

const HomeInfo = struct("HomeInfo", { boxLuckyVOList: list(Drop) });

/** Live-drop refresh of product spec §9. */
const REFRESH_MS = 180_000;

export const luckyQuery = queryOptions({
  queryKey: keys.homeInfo,
  queryFn: async ({ signal }) => (await api.get("/api/home/web/info", HomeInfo, { signal })).boxLuckyVOList,
  refetchInterval: REFRESH_MS,
});
