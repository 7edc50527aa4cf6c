import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RecordQuery } from "../../state/records.ts";
import type { MallFilter } from "./filter.ts";

export type Offer = Api["MallItem"];

export type Detail = Api["MallDetail"];

/** Six rows of eight (product spec §2). */
export const MALL_PAGE = 48;

export const offersQuery = (filter: MallFilter) =>
  queryOptions({
    queryKey: ["mall", filter],
    queryFn: ({ signal }) =>
      api.get("/api/mall/items", {
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
    queryFn: ({ signal }) => api.get("/api/mall/item/{id}", { path: { id }, signal }),
  });

/** The price is what the player saw; the server charges its own or refuses. */
export const buy = (id: number, priceCents: number, key: string) =>
  api.post("/api/mall/item/{id}/buy", { priceCents }, { path: { id }, key });

export type Order = Api["MallOrder"];

export const orders = ({ kind: _, ...query }: RecordQuery) =>
  api.get("/api/mall/order/record", { query: { ...query } });
