import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { limits } from "../../protocol/gen.ts";
import { i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";
import { Sold } from "../../state/sale.ts";

/** Product spec §3 "Backpack item"; status and source are its numbers. */
export interface BagItem {
  readonly id: string;
  readonly def: number;
  readonly status: number;
  readonly source: number;
  readonly valueCents: number;
  readonly atMs: number;
}

const BagItem: Shape<BagItem> = struct("BagItem", {
  id: str,
  def: i32,
  status: i32,
  source: i32,
  valueCents: i64,
  atMs: i64,
});

const BagPage = struct("BagPage", { records: list(BagItem), total: i64, current: i64 });

export const PAGE = limits.bagPageSize;

/** The call's `type`: 1 what lies in the backpack, 2 every status, 3 what is on its way to the player or has come back. */
export type BagTab = 1 | 2 | 3;

export const bagQuery = (page: number, tab: BagTab) =>
  queryOptions({
    queryKey: keys.backpack(page, tab),
    queryFn: ({ signal }) =>
      api.get("/api/personal/center/back/pack", BagPage, {
        query: { current: page, size: PAGE, type: tab },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const sellAll = (key: string) => api.post("/api/bag/sell/all", {}, Sold, { key });

const Retrieving = struct("Retrieving", { orderId: str, items: list(str), bagCount: i32 });

/** One trade offer with all of these items. */
export const retrieve = (items: readonly string[], key: string) =>
  api.post("/api/retrieve/request", { items }, Retrieving, { key });

/** Takes an order back that nobody has reviewed yet. */
export const cancelRetrieval = (order: string, key: string) =>
  api.post(`/api/retrieve/${encodeURIComponent(order)}/cancel`, {}, Retrieving, { key });

export interface Retrieval {
  readonly orderId: string;
  readonly step: string;
  readonly outcome: string;
  readonly items: readonly { readonly id: string; readonly def: number; readonly valueCents: number }[];
  readonly atMs: number;
  readonly changedMs: number;
}

const Retrieval: Shape<Retrieval> = struct("RetrieveRecord", {
  orderId: str,
  step: str,
  outcome: str,
  items: list(struct("RetrieveItem", { id: str, def: i32, valueCents: i64 })),
  atMs: i64,
  changedMs: i64,
});

const RetrievalPage = struct("RetrievePage", { records: list(Retrieval), total: i64, current: i64 });

export const retrievals = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/retrieve/record", RetrievalPage, { query: { ...query, state } });
