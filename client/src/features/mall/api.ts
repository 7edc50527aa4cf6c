import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { bool, i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";
import type { MallFilter } from "./filter.ts";

export interface Offer {
  readonly id: number;
  readonly priceCents: number;
  /** For which it can be sold again. */
  readonly valueCents: number;
  /** How many there are; -1: as many as anybody wants. */
  readonly left: number;
}

const Offer: Shape<Offer> = struct("MallItem", { id: i32, priceCents: i64, valueCents: i64, left: i64 });

const Offers = struct("MallPage", {
  records: list(Offer),
  total: i64,
  current: i64,
  categories: list(str),
  markupPpm: i64,
});

export interface Detail extends Offer {
  readonly category: string;
  readonly related: readonly Offer[];
}

const Detail: Shape<Detail> = struct("MallDetail", {
  id: i32,
  priceCents: i64,
  valueCents: i64,
  left: i64,
  category: str,
  related: list(Offer),
});

/** Six rows of eight (product spec §2). */
export const MALL_PAGE = 48;

export const offersQuery = (filter: MallFilter) =>
  queryOptions({
    queryKey: ["mall", filter],
    queryFn: ({ signal }) =>
      api.get("/api/mall/items", Offers, {
        query: {
          type: "skin",
          q: filter.q || undefined,
          category: filter.category || undefined,
          minCents: filter.minCents ?? undefined,
          maxCents: filter.maxCents ?? undefined,
          sort: filter.sort,
          current: filter.page,
          size: MALL_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const detailQuery = (id: number) =>
  queryOptions({
    queryKey: ["mall", "item", id],
    queryFn: ({ signal }) => api.get(`/api/mall/item/${id}`, Detail, { signal }),
  });

const Bought = struct("BoughtItem", {
  orderId: str,
  itemId: str,
  def: i32,
  priceCents: i64,
  balanceCents: i64,
  bagCount: i32,
});

/** The price is what the player saw; the server charges its own or refuses. */
export const buy = (id: number, priceCents: number, key: string) =>
  api.post(`/api/mall/item/${id}/buy`, { priceCents }, Bought, { key });

export interface Order {
  readonly orderId: string;
  readonly def: number;
  readonly priceCents: number;
  readonly valueCents: number;
  /** That of the item it brought: 0 to 10 of product spec §3. */
  readonly state: number;
  readonly elsewhere: boolean;
  readonly atMs: number;
}

const Order: Shape<Order> = struct("MallOrder", {
  orderId: str,
  def: i32,
  priceCents: i64,
  valueCents: i64,
  state: i32,
  elsewhere: bool,
  atMs: i64,
});

const Orders = struct("MallOrders", { records: list(Order), total: i64, current: i64 });

export const orders = ({ kind: _, ...query }: RecordQuery) =>
  api.get("/api/mall/order/record", Orders, { query: { ...query } });
