/** The calls of promotion. Money is integer cents. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../net/http.ts";
import { bool, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";

const Info = struct("PromotionInfo", {
  spreadCode: str,
  sharePpm: i64,
  holdS: i64,
  invited: i64,
  commissions: i64,
  earnedCents: i64,
});
export type Info = ReturnType<typeof Info.fromJSON>;

const Invitee = struct("Invitee", { name: str, avatar: str, recharges: i64, earnedCents: i64, more: bool, atMs: i64 });
export type Invitee = ReturnType<typeof Invitee.fromJSON>;

/** The server leaves it out on the last page. */
const next: Shape<string> = {
  fromTuple: (value) => next.fromJSON(value),
  fromJSON: (value, path) => (value === undefined ? "" : str.fromJSON(value, path)),
  toTuple: (value) => value,
};
const Invited = struct("InvitedPage", { records: list(Invitee), next });

const Commission = struct("CommissionRecord", {
  id: str,
  name: str,
  gemsCents: i64,
  sharePpm: i64,
  cents: i64,
  atMs: i64,
});
const Commissions = struct("CommissionPage", { records: list(Commission), total: i64 });

const Poster = struct("Poster", { spreadCode: str, name: str, avatar: str });
export type Poster = ReturnType<typeof Poster.fromJSON>;

const INVITED_PAGE = 10;
export const COMMISSIONS_PAGE = 10;

export const infoQuery = queryOptions({
  queryKey: ["mine", "promotion", "info"],
  queryFn: ({ signal }) => api.get("/api/promotion/info", Info, { signal }),
  staleTime: 0,
});

export const invitedQuery = infiniteQueryOptions({
  queryKey: ["mine", "promotion", "invited"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/promotion/invited", Invited, {
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
    queryFn: ({ signal }) =>
      api.get("/api/promotion/records", Commissions, { query: { current, size: COMMISSIONS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const posterQuery = (code: string) =>
  queryOptions({
    queryKey: ["promotion", "poster", code],
    queryFn: ({ signal }) => api.get("/api/promotion/poster", Poster, { query: { code }, signal }),
    retry: false,
  });
