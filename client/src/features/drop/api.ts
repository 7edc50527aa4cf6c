/** The lists of the live feed by HTTP: what the socket has told since comes on top. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { Drop, limits, RainRound } from "../../protocol/gen.ts";
import { i32, i64, list, nullable, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

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

export interface DropStep {
  readonly spentCents: number;
  readonly def: number;
  readonly valueCents: number;
  /** Beside the item. */
  readonly rewards: readonly Reward[];
}
/** Product spec §3 "Task reward". */
interface Reward {
  readonly rewardTypeEnum: string;
  readonly rewardNum: number;
}
const Reward: Shape<Reward> = struct("TaskReward", { rewardTypeEnum: str, rewardNum: i64 });
const DropStep: Shape<DropStep> = struct("DropStep", {
  spentCents: i64,
  def: i32,
  valueCents: i64,
  rewards: list(Reward),
});
const Today = struct("DropsToday", { steps: list(DropStep), spentCents: i64, endsAtMs: i64 });

/** Asked again for each player: the key begins with "mine" and goes when the session ends. */
export const todayQuery = (loggedIn: boolean) =>
  queryOptions({
    queryKey: loggedIn ? ["mine", "drops", "today"] : ["drops", "today"],
    queryFn: ({ signal }) => api.get("/api/activity/drop", Today, { signal }),
    staleTime: 0,
  });

export interface DropRecord {
  readonly id: string;
  readonly def: number;
  readonly valueCents: number;
  /** Of the step that it was for; 0: a gift of the house. */
  readonly spentCents: number;
  readonly status: number;
  readonly atMs: number;
}
const DropRecord: Shape<DropRecord> = struct("DropRecord", {
  id: str,
  def: i32,
  valueCents: i64,
  spentCents: i64,
  status: i32,
  atMs: i64,
});
const DropRecords = struct("DropPage", { records: list(DropRecord), total: i64 });

export const pageRecords = (query: RecordQuery) =>
  api.get("/api/activity/drop/record", DropRecords, { query: { ...query } });
