/** Fragments: what they are exchanged for, and what was. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RecordQuery } from "../../state/records.ts";

export type ExchangeItem = Api["ExchangeItem"];

export const EXCHANGE_PAGE = 24;

/** `most` fragments that an item may cost, 0 for any. */
export const exchangeQuery = (current: number, most: number) =>
  queryOptions({
    queryKey: ["mine", "exchange", current, most],
    queryFn: ({ signal }) => api.get("/api/exchange/list", { query: { current, size: EXCHANGE_PAGE, most }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const exchange = (body: { def: number; debrisPrice: number }, key: string) =>
  api.post("/api/exchange", body, { key });

export type ExchangeRecord = Api["ExchangeRecord"];

export const exchangeRecords = (query: RecordQuery) => api.get("/api/exchange/record", { query: { ...query } });
