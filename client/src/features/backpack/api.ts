import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { limits } from "../../protocol/gen.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

/** Product spec §3 "Backpack item"; status and source are its numbers. */
export type BagItem = Pick<Api["BagItem"], "id" | "def" | "status" | "source" | "valueCents" | "atMs">;

export const PAGE = limits.bagPageSize;

/**
 * The call's `type`: 1 what lies in the backpack, 2 every status, 3 what is on its way to the player or has come back.
 */
export type BagTab = 1 | 2 | 3;

export const bagQuery = (page: number, tab: BagTab) =>
  queryOptions({
    queryKey: keys.backpack(page, tab),
    queryFn: ({ signal }) =>
      api.get("/api/personal/center/back/pack", {
        query: { current: page, size: PAGE, type: tab },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const sellAll = (key: string) => api.post("/api/bag/sell/all", {}, { key });

/** One trade offer with all of these items. */
export const retrieve = (items: readonly string[], key: string) =>
  api.post("/api/retrieve/request", { items }, { key });

/** Takes an order back that is not reviewed yet. */
export const cancelRetrieval = (order: string, key: string) =>
  api.post("/api/retrieve/{id}/cancel", {}, { path: { id: order }, key });

export type Retrieval = Api["RetrieveRecord"];

export const retrievals = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/retrieve/record", {
    query: { ...query, state: state as "shipped" | "cancelled" | "failed" | undefined },
  });
