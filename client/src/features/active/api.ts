/** The calls of the seasonal activity. Their payloads are our own: the specification lists only the addresses. */
import { queryOptions } from "@tanstack/react-query";
import type { Words } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { bool, i32, i64, list, oneOf, type Shape, str, struct, u32 } from "../../protocol/shape.ts";
import { BoxCard, type OddsEntry } from "../../state/boxes.ts";
import { Words3 } from "../../state/catalog.ts";
import type { RecordQuery } from "../../state/records.ts";

const Home = struct("ActiveHome", {
  running: bool,
  season: str,
  page: oneOf(["active", "moonbox", "newyear"]),
  name: Words3,
  fromMs: i64,
  untilMs: i64,
  resetsMs: i64,
  radish: i64,
  claimable: i64,
  sysTime: i64,
});

export type Home = ReturnType<typeof Home.fromJSON>;

/** Times as this device counts them, whatever its clock says. */
export const homeQuery = queryOptions({
  queryKey: ["mine", "active", "home"],
  queryFn: async ({ signal }) => {
    const home = await api.get("/api/activity/activity/home", Home, { signal });
    const ahead = Date.now() - home.sysTime;
    const { fromMs, untilMs, resetsMs } = home;
    return { ...home, fromMs: fromMs + ahead, untilMs: untilMs + ahead, resetsMs: resetsMs + ahead };
  },
  staleTime: 0,
});

/** A threshold of a day: so much play, so many radishes. */
export interface Step {
  /** Cents of gems for type 6. */
  readonly count: number;
  readonly tokens: number;
  readonly claimed: boolean;
}
export interface Goal {
  /** 1 signIn, 2 battle, 3 upgrade, 4 wish, 5 hash, 6 consumption, 7 battleWinningStreak (product spec §7). */
  readonly type: number;
  readonly done: number;
  readonly steps: readonly Step[];
}
const Goals = struct("ActiveGoals", {
  goals: list(
    struct<Goal>("ActiveGoal", {
      type: i32,
      done: i64,
      steps: list(struct<Step>("ActiveStep", { count: i64, tokens: i64, claimed: bool })),
    }),
  ),
  leastCents: i64,
});

export const goalsQuery = queryOptions({
  queryKey: ["mine", "active", "goals"],
  queryFn: ({ signal }) => api.get("/api/activity/activity/list", Goals, { signal }),
  staleTime: 0,
});

const Received = struct("ActiveReceived", { type: i32, steps: i64, tokens: i64, radish: i64 });
export const receive = (type: number) => api.post("/api/activity/receive", { type }, Received);

export interface PrizeBox {
  readonly box: BoxCard;
  readonly tokens: number;
  readonly expectedCents: number;
  /** What a radish is worth in it on average, in millionths of a gem. */
  readonly tokenPpm: number;
}
const prizeBox = { box: BoxCard, tokens: i64, expectedCents: i64, tokenPpm: i64 };
const Boxes = struct("ActiveBoxes", { boxes: list(struct<PrizeBox>("ActiveBox", prizeBox)) });

export const boxesQuery = queryOptions({
  queryKey: ["active", "boxes"],
  queryFn: async ({ signal }) => (await api.get("/api/activity/activity/box", Boxes, { signal })).boxes,
});

export interface PrizeBoxDetail extends PrizeBox {
  readonly entries: readonly OddsEntry[];
  readonly oddsHash: string;
  readonly oddsVersion: number;
  /** Radishes buy it now: of a cycle only the night's box. */
  readonly open: boolean;
}
const Detail: Shape<PrizeBoxDetail> = struct("ActiveBoxView", {
  ...prizeBox,
  oddsHash: str,
  oddsVersion: u32,
  open: bool,
  entries: list(
    struct<OddsEntry>("OddsEntry", { def: i32, weight: u32, valueCents: i64, tickets: u32, lo: u32, hi: u32 }),
  ),
});

export const boxQuery = (id: number) =>
  queryOptions({
    queryKey: ["active", "box", id],
    queryFn: ({ signal }) => api.get("/api/activity/box/details", Detail, { query: { id }, signal }),
  });

/** One night of a cycle: its table, and what is in it. */
export interface Night {
  /** From 1. */
  readonly night: number;
  readonly box: number;
  readonly version: number;
  readonly oddsHash: string;
  readonly name: Words;
  readonly image: string;
  readonly topDef: number;
  readonly topCents: number;
  readonly expectedCents: number;
}
export interface Cycle {
  readonly season: string;
  readonly fromMs: number;
  readonly tokens: number;
  readonly hash: string;
  /** When it was written for the public log; 0 when it was not, and then nothing opens. */
  readonly committedMs: number;
  /** Of today, from 1. */
  readonly night: number;
  readonly endsMs: number;
  readonly nights: readonly Night[];
}
const cycle = { season: str, fromMs: i64, tokens: i64, hash: str, committedMs: i64, night: i32, endsMs: i64 };
const CycleView = struct("ActiveCycle", {
  ...cycle,
  sysTime: i64,
  nights: list(
    struct<Night>("ActiveNight", {
      ...{ night: i32, box: i32, version: u32, oddsHash: str, name: Words3, image: str },
      ...{ topDef: i32, topCents: i64, expectedCents: i64 },
    }),
  ),
});

/** The tables that the season has committed; without a night when it has none. The night ends as this device counts time. */
export const cycleQuery = queryOptions({
  queryKey: ["active", "cycle"],
  queryFn: async ({ signal }): Promise<Cycle> => {
    const { sysTime, ...view } = await api.get("/api/activity/cycle", CycleView, { signal });
    return { ...view, endsMs: view.endsMs + Date.now() - sysTime };
  },
});

/** What an opening brought, as far as it is shown; its proof is fetched by the result's id. */
export interface Result {
  readonly resultId: string;
  readonly itemId: string;
  readonly def: number;
  readonly valueCents: number;
}
const result = { resultId: str, itemId: str, def: i32, valueCents: i64 };
const Opened = struct("OpenedActive", {
  results: list(struct<Result>("Result", result)),
  radish: i64,
  bagCount: i32,
});

export const openBox = (id: number, count: number, tokens: number, key: string) =>
  api.post("/api/activity/open", { id, count, tokens }, Opened, { key });

export interface PrizeRecord extends Result {
  readonly boxId: number;
  readonly tokens: number;
  readonly atMs: number;
}
const RecordPage = struct("ActiveRecords", {
  records: list(struct<PrizeRecord>("ActiveRecord", { ...result, boxId: i32, tokens: i64, atMs: i64 })),
  total: i64,
});
export const pageRecords = (query: RecordQuery) =>
  api.get("/api/activity/box/record", RecordPage, { query: { ...query } });

const Assists = struct("Assists", {
  count: i64,
  dayMax: i64,
  tokens: i64,
  total: i64,
  received: i64,
  code: str,
  friends: list(struct("Helper", { name: str, avatar: str })),
});
export const assistsQuery = queryOptions({
  queryKey: ["mine", "active", "assists"],
  queryFn: ({ signal }) => api.get("/api/activity/assistance/count", Assists, { signal }),
  staleTime: 0,
});

export interface Asker {
  readonly name: string;
  readonly avatar: string;
  readonly full: boolean;
  readonly self: boolean;
  readonly helped: boolean;
}
const Asker: Shape<Asker> = struct("Asker", { name: str, avatar: str, full: bool, self: bool, helped: bool });
export const askerQuery = (code: string) =>
  queryOptions({
    queryKey: ["mine", "active", "asker", code],
    queryFn: ({ signal }) => api.get("/api/activity/assistance", Asker, { query: { code }, signal }),
  });
export const help = (code: string) => api.post("/api/activity/assistance", { code }, Asker);
