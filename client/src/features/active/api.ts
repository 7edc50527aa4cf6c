/** The calls of the seasonal activity. The specification lists only their addresses: the payloads are the site's. */

import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { Sent } from "../../state/own-draws.ts";
import type { RecordQuery } from "../../state/records.ts";

export type Home = Api["ActiveHome"];

/** Times as this device counts them, whatever its clock says. */
export const homeQuery = queryOptions({
  queryKey: ["mine", "active", "home"],
  queryFn: async ({ signal }) => {
    const home = await api.get("/api/activity/activity/home", { signal });
    const ahead = Date.now() - home.sysTime;
    const { fromMs, untilMs, resetsMs } = home;
    return { ...home, fromMs: fromMs + ahead, untilMs: untilMs + ahead, resetsMs: resetsMs + ahead };
  },
  staleTime: 0,
});

/** A threshold of a day: so much play, so many radishes. */
export type Step = Api["ActiveStep"];
export type Goal = Api["ActiveGoal"];

export const goalsQuery = queryOptions({
  queryKey: ["mine", "active", "goals"],
  queryFn: ({ signal }) => api.get("/api/activity/activity/list", { signal }),
  staleTime: 0,
});
export const receive = (type: number) => api.post("/api/activity/receive", { type });

export type PrizeBox = Api["ActiveBox"];

export const boxesQuery = queryOptions({
  queryKey: ["active", "boxes"],
  queryFn: async ({ signal }) => (await api.get("/api/activity/activity/box", { signal })).boxes,
});

export type PrizeBoxDetail = Api["ActiveBoxView"];

export const boxQuery = (id: number) =>
  queryOptions({
    queryKey: ["active", "box", id],
    queryFn: ({ signal }) => api.get("/api/activity/box/details", { query: { id }, signal }),
  });

/** One night of a cycle: its table, and what is in it. */
export type Night = Api["ActiveNight"];
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

/**
 * The tables that the season has committed; without a night when it has none. The night ends as this device counts
 * time.
 */
export const cycleQuery = queryOptions({
  queryKey: ["active", "cycle"],
  queryFn: async ({ signal }): Promise<Cycle> => {
    const { sysTime, ...view } = await api.get("/api/activity/cycle", { signal });
    return { ...view, endsMs: view.endsMs + Date.now() - sysTime };
  },
});

/** What an opening brought, as far as it is shown; its proof is fetched by the result's id. */
export type Result = Api["Result"];

export const openBox = (
  body: { id: number; count: number; tokens: number; oddsHash: string } & Sent,
  key: string,
): Promise<Api["OpenedActive"]> => api.post("/api/activity/open", body, { key });

export const pageRecords = (query: RecordQuery) => api.get("/api/activity/box/record", { query: { ...query } });
export const assistsQuery = queryOptions({
  queryKey: ["mine", "active", "assists"],
  queryFn: ({ signal }) => api.get("/api/activity/assistance/count", { signal }),
  staleTime: 0,
});

export type Asker = Api["Asker"];
export const askerQuery = (code: string) =>
  queryOptions({
    queryKey: ["mine", "active", "asker", code],
    queryFn: ({ signal }) => api.get("/api/activity/assistance", { query: { code }, signal }),
  });
export const help = (code: string) => api.post("/api/activity/assistance", { code });
