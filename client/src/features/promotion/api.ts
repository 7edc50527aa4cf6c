/** The calls of promotion. Money is integer cents. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
export type Info = Api["PromotionInfo"];
export type Invitee = Api["Invitee"];
export type Poster = Api["Poster"];

const INVITED_PAGE = 10;
export const COMMISSIONS_PAGE = 10;

export const infoQuery = queryOptions({
  queryKey: ["mine", "promotion", "info"],
  queryFn: ({ signal }) => api.get("/api/promotion/info", { signal }),
  staleTime: 0,
});

export const invitedQuery = infiniteQueryOptions({
  queryKey: ["mine", "promotion", "invited"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/promotion/invited", {
      query: { size: INVITED_PAGE, before: pageParam || undefined },
      signal,
    }),
  initialPageParam: "",
  getNextPageParam: (last) => last.next || undefined,
  staleTime: 0,
});

export const commissionsQuery = (current: number) =>
  queryOptions({
    queryKey: ["mine", "promotion", "records", current],
    queryFn: ({ signal }) => api.get("/api/promotion/records", { query: { current, size: COMMISSIONS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const posterQuery = (code: string) =>
  queryOptions({
    queryKey: ["promotion", "poster", code],
    queryFn: ({ signal }) => api.get("/api/promotion/poster", { query: { code }, signal }),
    retry: false,
  });
