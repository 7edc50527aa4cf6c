import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { Drop } from "../../protocol/gen.ts";
import { i32, i64, list, type Shape, str, struct, u32 } from "../../protocol/shape.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

/** One drawn item. Sections and number as product spec §3; the seeds make it verifiable at once. */
export interface Result {
  readonly resultId: string;
  readonly itemId: string;
  readonly def: number;
  readonly valueCents: number;
}

const Result: Shape<Result> = struct("Result", { resultId: str, itemId: str, def: i32, valueCents: i64 });

export interface Opened {
  readonly results: readonly Result[];
  readonly balanceCents: number;
  readonly bagCount: number;
}

const Opened: Shape<Opened> = struct("Opened", { results: list(Result), balanceCents: i64, bagCount: i32 });

export const openBoxes = (box: number, count: number, priceCents: number, key: string) =>
  api.post(`/api/box/${box}/open`, { count, priceCents }, Opened, { key });

export const recentQuery = (box: number) =>
  queryOptions({
    queryKey: keys.boxRecent(box),
    queryFn: async ({ signal }) =>
      (await api.get(`/api/box/${box}/recent`, struct("Recent", { drops: list(Drop) }), { signal })).drops,
  });

export interface Opening {
  readonly resultId: string;
  readonly boxId: number;
  readonly def: number;
  readonly valueCents: number;
  /** The first six hex digits of the result hash. */
  readonly v: number;
  readonly atMs: number;
}

const Openings = struct("Openings", {
  records: list(
    struct<Opening>("Opening", { resultId: str, boxId: i32, def: i32, valueCents: i64, v: u32, atMs: i64 }),
  ),
  total: i64,
  current: i64,
});

export const pageOpenings = (query: RecordQuery) => api.get("/api/box/history", Openings, { query: { ...query } });
