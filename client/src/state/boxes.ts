/** Boxes and their odds: what several features show. The calls of the opening itself belong to the box feature. */

import { queryOptions } from "@tanstack/react-query";
import { api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { type BoxFilter, keys } from "./query.ts";

export type BoxSummary = Api["BoxSummary"];

/** One row of an odds table: the item owns the draws lo … hi of 0 … 2²⁴ − 1, `tickets` of them. */
export type OddsEntry = Api["OddsLine"];

/** What a page asks of the reel that its route puts in. */
export interface ReelSlot<Result, Phase> {
  readonly box: { readonly name: string; readonly image: string; readonly accent: string };
  readonly odds: readonly OddsEntry[];
  readonly count: number;
  readonly results: readonly Result[];
  readonly phase: Phase;
  /** Paid for one opening; 0 is free, and measured against what the box gives on average. */
  readonly stakeCents: number;
  readonly onSettled: () => void;
}

export type BoxDetail = Api["BoxView"];

/** Draws are 24 bit wide: shown odds = tickets / 2²⁴ (BOX1). */
export const DRAWS = 2 ** 24;

export const ALL_BOXES: BoxFilter = { type: "all", minCents: null, maxCents: null, sort: "popular", q: "" };

export const boxListQuery = (filter: BoxFilter = ALL_BOXES) =>
  queryOptions({
    queryKey: keys.boxes(filter),
    queryFn: async ({ signal }) => {
      const { type, minCents, maxCents, sort, q } = filter;
      const query = {
        type,
        sort,
        minCents: minCents ?? undefined,
        maxCents: maxCents ?? undefined,
        q: q === "" ? undefined : q,
      };
      return (await api.get("/api/box/list", { query, signal })).boxes;
    },
  });

/** What one opening costs the player while a discount is in force, in the server's own cents. */
export const boxPriceQuery = (id: number, percent: number) =>
  queryOptions({
    queryKey: keys.boxPrice(id, percent),
    queryFn: async ({ signal }) => (await api.get("/api/box/{id}/price", { path: { id }, signal })).priceCents,
  });

export const boxQuery = (id: number) =>
  queryOptions({
    queryKey: keys.box(id),
    queryFn: ({ signal }) => api.get("/api/box/{id}", { path: { id }, signal }),
  });
