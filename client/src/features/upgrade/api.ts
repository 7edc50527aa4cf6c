import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { UpgradeDone } from "../../protocol/gen.ts";
import { bool, i32, i64, list, nullable, type Shape, str, struct, u32 } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

/** What a success rate is made from (product spec §9: drawProportion, minimumPumpingRatio). */
export interface UpgradeRule {
  readonly drawPPM: number;
  readonly leastPPM: number;
  readonly itemsMax: number;
}

const Rule: Shape<UpgradeRule> = struct("UpgradeRule", { drawPPM: i64, leastPPM: i64, itemsMax: i32 });

export const ruleQuery = queryOptions({
  queryKey: keys.upgradeRule,
  queryFn: ({ signal }) => api.get("/api/upgrade/rule", Rule, { signal }),
  staleTime: 60_000, // whoever runs the site may change it; a rate by an old one is refused
});

export interface OwnItem {
  readonly id: string;
  readonly def: number;
  readonly valueCents: number;
}

const OwnItem: Shape<OwnItem> = struct("OwnItem", { id: str, def: i32, valueCents: i64 });
const OwnItems = struct("OwnItems", { records: list(OwnItem), total: i64 });

/** As many of the newest items as one call gives. */
export const OWN_MAX = 50;

export const ownItemsQuery = queryOptions({
  queryKey: keys.ownItems,
  queryFn: ({ signal }) =>
    api.get("/api/personal/center/back/pack", OwnItems, { query: { current: 1, size: OWN_MAX, type: 1 }, signal }),
});

export interface Play {
  readonly items: readonly string[];
  readonly gemsCents: number;
  readonly target: number;
  readonly targetCents: number;
  readonly rateE8: number;
  readonly startE8: number;
}

/** A prize of a running activity (product spec §3 "Task reward"). */
export interface Reward {
  readonly rewardTypeEnum: string;
  readonly rewardNum: number;
  readonly propName: string;
}

export interface Upgraded {
  readonly won: boolean;
  readonly itemId: string;
  readonly rateE8: number;
  readonly result: { readonly resultId: string; readonly v: number };
  readonly rewards: readonly Reward[];
  readonly balanceCents: number;
  readonly bagCount: number;
}

const Upgraded: Shape<Upgraded> = struct("Upgraded", {
  won: bool,
  itemId: str,
  rateE8: u32,
  result: struct("UpgradeDraw", { resultId: str, v: u32 }),
  rewards: list(struct<Reward>("Reward", { rewardTypeEnum: str, rewardNum: i64, propName: str })),
  balanceCents: i64,
  bagCount: i32,
});

export const play = (body: Play, key: string) => api.post("/api/upgrade/play", body, Upgraded, { key });

/** Product spec §3 "Upgrade record" in our own fields; result 0 is a win. */
export interface UpgradeRecord {
  readonly resultId: string;
  readonly result: number;
  readonly leftDefs: readonly number[];
  readonly rightDef: number;
  readonly itemsCents: number;
  readonly gemsCents: number;
  readonly rightCents: number;
  readonly rateE8: number;
  readonly startE8: number;
  readonly v: number;
  readonly atMs: number;
  readonly upgradeResult: {
    readonly serverHash: string;
    readonly serverSeed: string;
    readonly userSeed: string;
    readonly resultHash: string;
  };
}

const UpgradeRecord: Shape<UpgradeRecord> = struct("UpgradeRecord", {
  resultId: str,
  result: i32,
  leftDefs: list(i32),
  rightDef: i32,
  itemsCents: i64,
  gemsCents: i64,
  rightCents: i64,
  rateE8: u32,
  startE8: u32,
  v: u32,
  atMs: i64,
  upgradeResult: struct("UpgradeSeeds", { serverHash: str, serverSeed: str, userSeed: str, resultHash: str }),
});

const RecordPage = struct("UpgradePage", { records: list(UpgradeRecord), total: i64, current: i64 });

/** Product spec §9. */
export const RECORDS_PAGE = 12;

/** The player's own records, or those of another: results are public. */
export const pageUpgrades = ({ kind: state, ...query }: RecordQuery, player?: string) =>
  api.get(player === undefined ? "/api/upgrade/order/record" : `/api/upgrade/user/${player}/record`, RecordPage, {
    query: { ...query, state },
  });

const Feed = struct("UpgradeFeed", { upgrades: list(UpgradeDone) });

export const recentQuery = queryOptions({
  queryKey: keys.upgradesRecent,
  queryFn: async ({ signal }) => (await api.get("/api/upgrade/recent", Feed, { signal })).upgrades,
});

export interface UpgradeUser {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
  readonly headPortraitBox: string;
  readonly bot: boolean;
  readonly total: number;
  readonly counted: number;
  readonly won: number;
  readonly best: UpgradeRecord | null;
}

const User: Shape<UpgradeUser> = struct("UpgradeUser", {
  id: str,
  name: str,
  avatar: str,
  headPortraitBox: str,
  bot: bool,
  total: i64,
  counted: i64,
  won: i64,
  best: nullable(UpgradeRecord),
});

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keys.upgradeUser(id),
    queryFn: ({ signal }) => api.get(`/api/upgrade/user/${id}`, User, { signal }),
  });
