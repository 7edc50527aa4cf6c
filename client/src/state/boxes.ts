/** Boxes and their odds: what several features show. The calls of the opening itself belong to the box feature. */
import { queryOptions } from "@tanstack/react-query";
import type { Words } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import { i32, i64, list, type Shape, str, struct, u32 } from "../protocol/shape.ts";
import { Words3 } from "./catalog.ts";
import { type BoxFilter, keys } from "./query.ts";

export interface BoxCard {
  readonly id: number;
  readonly slug: string;
  readonly name: Words;
  readonly tagline: Words;
  /** "csgo" is the classic type, "hash" the other (product spec §2). */
  readonly type: string;
  readonly tags: readonly string[];
  readonly accent: string;
  readonly image: string;
  readonly priceCents: number;
  /** Item ids, the most valuable first. */
  readonly topDefs: readonly number[];
  readonly weight: number;
}

export const BoxCard: Shape<BoxCard> = struct("BoxCard", {
  id: i32,
  slug: str,
  name: Words3,
  tagline: Words3,
  type: str,
  tags: list(str),
  accent: str,
  image: str,
  priceCents: i64,
  topDefs: list(i32),
  weight: i64,
});

/** One row of an odds table: the item owns the draws lo … hi of 0 … 2²⁴ − 1, `tickets` of them. */
export interface OddsEntry {
  readonly def: number;
  readonly weight: number;
  /** The committed value: what the item counts in this table, whatever the catalogue says later. */
  readonly valueCents: number;
  readonly tickets: number;
  readonly lo: number;
  readonly hi: number;
}

export interface BoxDetail {
  readonly box: BoxCard;
  readonly oddsHash: string;
  readonly oddsVersion: number;
  readonly expectedCents: number;
  /** Return to player in parts per million of the price. */
  readonly returnPpm: number;
  readonly entries: readonly OddsEntry[];
}

const BoxDetail: Shape<BoxDetail> = struct("BoxDetail", {
  box: BoxCard,
  oddsHash: str,
  oddsVersion: u32,
  expectedCents: i64,
  returnPpm: i64,
  entries: list(
    struct<OddsEntry>("OddsEntry", { def: i32, weight: u32, valueCents: i64, tickets: u32, lo: u32, hi: u32 }),
  ),
});

const BoxList = struct("BoxList", { boxes: list(BoxCard) });

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
      return (await api.get("/api/box/list", BoxList, { query, signal })).boxes;
    },
  });

export const boxQuery = (id: number) =>
  queryOptions({
    queryKey: keys.box(id),
    queryFn: ({ signal }) => api.get(`/api/box/${id}`, BoxDetail, { signal }),
  });
