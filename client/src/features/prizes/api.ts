/** Fragments: what they are exchanged for, and what was. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { bool, i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

export interface ExchangeItem {
  readonly def: number;
  readonly priceCents: number;
  readonly debrisPrice: number;
}
const ExchangeItem: Shape<ExchangeItem> = struct("ExchangeItem", { def: i32, priceCents: i64, debrisPrice: i64 });
const ExchangeList = struct("ExchangeList", { records: list(ExchangeItem), total: i64, fragments: i64 });

export const EXCHANGE_PAGE = 24;

/** `most` fragments that an item may cost, 0 for any. */
export const exchangeQuery = (current: number, most: number) =>
  queryOptions({
    queryKey: ["mine", "exchange", current, most],
    queryFn: ({ signal }) =>
      api.get("/api/exchange/list", ExchangeList, { query: { current, size: EXCHANGE_PAGE, most }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const Exchanged = struct("Exchanged", { itemId: str, def: i32, cost: i64, fragments: i64, bagCount: i32 });

export const exchange = (body: { def: number; debrisPrice: number }, key: string) =>
  api.post("/api/exchange", body, Exchanged, { key });

export interface ExchangeRecord {
  readonly id: string;
  readonly stuffName: string;
  readonly def: number;
  readonly valueCents: number;
  readonly fragments: number;
  readonly status: number;
  /** The item is another player's or a room's by now. */
  readonly elsewhere: boolean;
  readonly atMs: number;
}
const ExchangeRecord: Shape<ExchangeRecord> = struct("ExchangeRecord", {
  id: str,
  stuffName: str,
  def: i32,
  valueCents: i64,
  fragments: i64,
  status: i32,
  elsewhere: bool,
  atMs: i64,
});
const ExchangeRecords = struct("ExchangePage", { records: list(ExchangeRecord), total: i64 });

export const exchangeRecords = (query: RecordQuery) =>
  api.get("/api/exchange/record", ExchangeRecords, { query: { ...query } });
