import { queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { Sent } from "../../state/own-draws.ts";
import { keys } from "../../state/query.ts";
import type { RecordQuery } from "../../state/records.ts";

/** One drawn item. Sections and number as product spec §3; the seeds make it verifiable at once. */
export type Result = Pick<Api["Result"], "resultId" | "itemId" | "def" | "valueCents">;

export type Opened = Api["Opened"];

export const openBoxes = (
  box: number,
  body: { count: number; priceCents: number; oddsHash: string } & Sent,
  key: string,
): Promise<Opened> => api.post("/api/box/{id}/open", body, { path: { id: box }, key });

export const recentQuery = (box: number) =>
  queryOptions({
    queryKey: keys.boxRecent(box),
    queryFn: async ({ signal }) => (await api.get("/api/box/{id}/recent", { path: { id: box }, signal })).drops,
  });

export type Opening = Api["PastResult"];

export const pageOpenings = (query: RecordQuery) => api.get("/api/box/history", { query: { ...query } });
