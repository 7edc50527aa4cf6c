import { queryOptions } from "@tanstack/react-query";
import type { AskedUpgrade } from "../../fairness/mine.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { Sent } from "../../state/own-draws.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

/** What a success rate is made from (product spec §9: drawProportion, minimumPumpingRatio). */
export type UpgradeRule = Api["UpgradeRule"];

export const ruleQuery = queryOptions({
  queryKey: keys.upgradeRule,
  queryFn: ({ signal }) => api.get("/api/upgrade/rule", { signal }),
  staleTime: 60_000, // the operator may change it; a rate by an old one is refused
});

/** What a stake can be played for, as the server has it: no rate is computed here. */
export type Quote = Api["UpgradeQuote"];

export type Odds = Quote["targets"][number];

export interface Stake {
  readonly items: readonly string[];
  readonly gemsCents: number;
}

export const quoteQuery = ({ items, gemsCents }: Stake) =>
  queryOptions({
    queryKey: keys.upgradeQuote(items, gemsCents),
    queryFn: ({ signal }) => api.get("/api/upgrade/quote", { query: { items: items.join(","), gemsCents }, signal }),
    staleTime: 10_000,
  });

export type OwnItem = Pick<Api["BagItem"], "id" | "def" | "valueCents">;

/** As many of the newest items as one call gives. */
export const OWN_MAX = 50;

export const ownItemsQuery = queryOptions({
  queryKey: keys.ownItems,
  queryFn: ({ signal }) =>
    api.get("/api/personal/center/back/pack", { query: { current: 1, size: OWN_MAX, type: 1 }, signal }),
});

/** A prize of a running activity (product spec §3 "Task reward"). */
export type Reward = Pick<Api["TaskReward"], "rewardNum" | "propName"> & { readonly rewardTypeEnum: string };

export type Upgraded = Api["Upgraded"];

export const play = (body: AskedUpgrade & Sent, key: string) => api.post("/api/upgrade/play", body, { key });

/** Product spec §3 "Upgrade record" in the server's own fields; result 0 is a win. */
export type UpgradeRecord = Api["UpgradeRecord"];

/** The player's own records, or those of another: results are public. */
export const pageUpgrades = ({ kind: state, ...query }: RecordQuery, player?: string) =>
  player === undefined
    ? api.get("/api/upgrade/order/record", { query: { ...query, state: state as "won" | "lost" | undefined } })
    : api.get("/api/upgrade/user/{id}/record", {
        path: { id: player },
        query: { ...query, state: state as "won" | "lost" | undefined },
      });

export const recentQuery = queryOptions({
  queryKey: keys.upgradesRecent,
  queryFn: async ({ signal }) => (await api.get("/api/upgrade/recent", { signal })).upgrades,
});

export type UpgradeUser = Api["UpgradeUser"];

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keys.upgradeUser(id),
    queryFn: ({ signal }) => api.get("/api/upgrade/user/{id}", { path: { id }, signal }),
  });
