/** The filter of the list is kept in the address: it can be shared, and going back restores it. */
import type { CaseType } from "../../routes/paths.ts";
import type { BoxFilter } from "../../state/query.ts";
import { parseCents } from "../../ui/number.ts";

export const SORTS = ["popular", "price_asc", "price_desc", "new"] as const;

export const parseType = (value: string | undefined): CaseType =>
  value === "csgo" || value === "hash" ? value : "all";

export function parseFilter(type: CaseType, query: URLSearchParams): BoxFilter {
  return {
    type,
    minCents: parseCents(query.get("min") ?? ""),
    maxCents: parseCents(query.get("max") ?? ""),
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? "popular",
    q: "",
  };
}

/** The address of a range; what is empty is left out. */
export function withRange(query: URLSearchParams, min: string, max: string): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [key, text] of [
    ["min", min],
    ["max", max],
  ] as const) {
    const cents = parseCents(text);
    if (cents === null) next.delete(key);
    else next.set(key, (cents / 100).toFixed(2));
  }
  return next;
}
