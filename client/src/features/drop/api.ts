/** The lists of the live feed by HTTP: what the socket has sent since comes on top. */

import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { limits } from "../../protocol/gen.ts";
import type { RecordQuery } from "../../state/records.ts";

/** Refreshed every three minutes (product spec §9). */
export const dropsQuery = queryOptions({
  queryKey: ["drops"],
  queryFn: ({ signal }) => api.get("/api/home/web/info", { signal }),
  refetchInterval: limits.dropsRefreshMs,
});

export const rainQuery = queryOptions({
  queryKey: ["rain"],
  queryFn: ({ signal }) => api.get("/api/activity/red/next/time", { signal }),
  refetchInterval: 60_000,
});

export type DropStep = Api["DropStep"];

/** Asked again for each player: the key begins with "mine" and goes when the session ends. */
export const todayQuery = (loggedIn: boolean) =>
  queryOptions({
    queryKey: loggedIn ? ["mine", "drops", "today"] : ["drops", "today"],
    queryFn: ({ signal }) => api.get("/api/activity/drop", { signal }),
    staleTime: 0,
  });

export type DropRecord = Api["DropRecord"];

export const pageRecords = (query: RecordQuery) => api.get("/api/activity/drop/record", { query: { ...query } });
