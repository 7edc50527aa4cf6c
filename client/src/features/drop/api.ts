/** The lists of the live feed by HTTP: what the socket has told since comes on top. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { Drop, limits, RainRound } from "../../protocol/gen.ts";
import { i64, list, nullable, type Shape, struct } from "../../protocol/shape.ts";

interface Drops {
  readonly boxLuckyVOList: readonly Drop[];
  readonly boxNewList: readonly Drop[];
}
const Drops: Shape<Drops> = struct("Drops", { boxLuckyVOList: list(Drop), boxNewList: list(Drop) });

/** Refreshed every three minutes (product spec §9). */
export const dropsQuery = queryOptions({
  queryKey: ["drops"],
  queryFn: ({ signal }) => api.get("/api/home/web/info", Drops, { signal }),
  refetchInterval: limits.dropsRefreshMs,
});

interface NextRain {
  readonly round: RainRound | null;
  readonly last: RainRound | null;
  readonly nextAtMs: number;
}
const NextRain: Shape<NextRain> = struct("NextRain", {
  round: nullable(RainRound),
  last: nullable(RainRound),
  nextAtMs: i64,
});

export const rainQuery = queryOptions({
  queryKey: ["rain"],
  queryFn: ({ signal }) => api.get("/api/activity/red/next/time", NextRain, { signal }),
  refetchInterval: 60_000,
});
