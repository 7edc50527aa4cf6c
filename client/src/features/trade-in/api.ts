import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

export interface OwnItem {
  readonly id: string;
  readonly def: number;
  readonly valueCents: number;
}

const OwnItem: Shape<OwnItem> = struct("OwnItem", { id: str, def: i32, valueCents: i64 });
const OwnItems = struct("OwnItems", { records: list(OwnItem), total: i64 });

const OWN_MAX = 50;

export const ownItemsQuery = queryOptions({
  queryKey: keys.ownItems,
  queryFn: ({ signal }) =>
    api.get("/api/personal/center/back/pack", OwnItems, { query: { current: 1, size: OWN_MAX, type: 1 }, signal }),
});

export interface Trade {
  readonly items: readonly string[];
  readonly gemsCents: number;
  readonly target: number;
  readonly targetCents: number;
}

const Traded = struct("Traded", {
  itemId: str,
  target: i32,
  targetCents: i64,
  refundCents: i64,
  balanceCents: i64,
  bagCount: i32,
});

export const trade = (body: Trade, key: string) => api.post("/api/bag/trade", body, Traded, { key });

export interface TradeRecord {
  readonly opId: string;
  readonly givenDefs: readonly number[];
  readonly itemsCents: number;
  readonly gemsCents: number;
  readonly target: number;
  readonly targetCents: number;
  readonly refundCents: number;
  readonly atMs: number;
}

const TradeRecord: Shape<TradeRecord> = struct("TradeRecord", {
  opId: str,
  givenDefs: list(i32),
  itemsCents: i64,
  gemsCents: i64,
  target: i32,
  targetCents: i64,
  refundCents: i64,
  atMs: i64,
});

const TradePage = struct("TradePage", { records: list(TradeRecord), total: i64, current: i64 });

export const pageTrades = (query: RecordQuery) =>
  api.get("/api/replace/order/record", TradePage, { query: { ...query } });
