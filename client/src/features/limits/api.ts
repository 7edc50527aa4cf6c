/**
 * The calls of responsible play: the limits of a player, and what was played of them. Amounts are integer cents.
 */

import { queryOptions } from "@tanstack/react-query";
import { serverNow } from "../../net/clock.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export const KINDS = ["deposit", "spend", "loss"] as const;
export const SPANS = ["day", "week", "month"] as const;
export type Kind = (typeof KINDS)[number];
export type Span = (typeof SPANS)[number];

/** In place of an amount: no limit. */
export const NONE = -1;

export type OwnLimit = Api["OwnLimit"];

/** What was played in some time. */
export type PlaySum = Api["PlaySum"];

export type OwnLimits = Api["OwnLimits"];

/** `since`: from when on the sum counts, by this device's clock, 0 for none. The server is asked in its own time. */
export const limitsQuery = (since = 0) =>
  queryOptions({
    queryKey: ["mine", "limits", since],
    queryFn: ({ signal }) =>
      api.get("/api/user/limits", { signal, query: { since: since && Math.round(since - Date.now() + serverNow()) } }),
    staleTime: 0,
  });

export const setLimit = (kind: Kind, span: Span, cents: number, key: string) =>
  api.post("/api/user/limits", { limits: [{ kind, span, cents }] }, { key });

export const pause = (hours: number, key: string) => api.post("/api/user/limits/pause", { hours }, { key });

export const exclude = (months: number, key: string) => api.post("/api/user/limits/exclude", { months }, { key });
