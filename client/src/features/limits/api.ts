/** The calls of responsible play: what a player promises himself, and what was played of it. Amounts are integer cents. */
import { queryOptions } from "@tanstack/react-query";
import { serverNow } from "../../net/clock.ts";
import { api } from "../../net/http.ts";
import { i64, list, oneOf, type Shape, struct } from "../../protocol/shape.ts";

export const KINDS = ["deposit", "spend", "loss"] as const;
export const SPANS = ["day", "week", "month"] as const;
export type Kind = (typeof KINDS)[number];
export type Span = (typeof SPANS)[number];

/** In place of an amount: no limit. */
export const NONE = -1;

export interface OwnLimit {
  readonly kind: Kind;
  readonly span: Span;
  readonly cents: number;
  /** What it becomes at nextMs. */
  readonly nextCents: number;
  /** 0: nothing waits. */
  readonly nextMs: number;
  /** Paid in, in R$, open orders included; spent; or lost, below 0 when more was won than staked. */
  readonly usedCents: number;
  readonly endsMs: number;
}

/** What was played in some time. */
export interface PlaySum {
  readonly spentCents: number;
  readonly stakedCents: number;
  readonly wonCents: number;
  readonly netCents: number;
  readonly plays: number;
}

export interface OwnLimits {
  readonly limits: readonly OwnLimit[];
  /** 0: no pause. */
  readonly coolUntilMs: number;
  readonly since: PlaySum;
  readonly raiseHours: number;
  readonly coolOffHours: readonly number[];
  readonly exclusionMonths: readonly number[];
  readonly checkMinutes: number;
  readonly serverTimeMs: number;
}

const OwnLimit: Shape<OwnLimit> = struct("OwnLimit", {
  kind: oneOf(KINDS),
  span: oneOf(SPANS),
  cents: i64,
  nextCents: i64,
  nextMs: i64,
  usedCents: i64,
  endsMs: i64,
});

const PlaySum: Shape<PlaySum> = struct("PlaySum", {
  spentCents: i64,
  stakedCents: i64,
  wonCents: i64,
  netCents: i64,
  plays: i64,
});

const OwnLimits: Shape<OwnLimits> = struct("OwnLimits", {
  limits: list(OwnLimit),
  coolUntilMs: i64,
  since: PlaySum,
  raiseHours: i64,
  coolOffHours: list(i64),
  exclusionMonths: list(i64),
  checkMinutes: i64,
  serverTimeMs: i64,
});

const Excluded = struct("Excluded", { untilMs: i64 });

const PATH = "/api/user/limits";

/** `since`: from when on the sum counts, by this device's clock, 0 for none. The server is asked in its own time. */
export const limitsQuery = (since = 0) =>
  queryOptions({
    queryKey: ["mine", "limits", since],
    queryFn: ({ signal }) =>
      api.get(PATH, OwnLimits, { signal, query: { since: since && Math.round(since - Date.now() + serverNow()) } }),
    staleTime: 0,
  });

export const setLimit = (kind: Kind, span: Span, cents: number, key: string) =>
  api.post(PATH, { limits: [{ kind, span, cents }] }, OwnLimits, { key });

export const pause = (hours: number, key: string) => api.post(`${PATH}/pause`, { hours }, OwnLimits, { key });

export const exclude = (months: number, key: string) => api.post(`${PATH}/exclude`, { months }, Excluded, { key });
