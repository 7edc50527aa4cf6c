import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { errorCode } from "../../protocol/gen-errors.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

export type OwnItem = Pick<Api["BagItem"], "id" | "def" | "valueCents">;

const OWN_MAX = 50;

export const ownItemsQuery = queryOptions({
  queryKey: keys.ownItems,
  queryFn: ({ signal }) =>
    api.get("/api/personal/center/back/pack", { query: { current: 1, size: OWN_MAX, type: 1 }, signal }),
});

/** What the mall asks for an item, null where it does not sell it. */
export const mallPriceQuery = (id: number) =>
  queryOptions({
    queryKey: ["mall", "price", id],
    queryFn: async ({ signal }) => {
      try {
        return (await api.get("/api/mall/item/{id}", { path: { id }, signal })).priceCents;
      } catch (error) {
        if (error instanceof ApiError && error.code === errorCode.mallGone) return null;
        throw error;
      }
    },
  });

export interface Trade {
  readonly items: readonly string[];
  readonly gemsCents: number;
  readonly target: number;
  readonly targetCents: number;
  /** The mall's, as the player saw it; only with gems. */
  readonly priceCents?: number;
}

export const trade = (body: Trade, key: string) => api.post("/api/bag/trade", body, { key });

export type TradeRecord = Api["TradeRecord"];

export const pageTrades = (query: RecordQuery) => api.get("/api/replace/order/record", { query: { ...query } });
