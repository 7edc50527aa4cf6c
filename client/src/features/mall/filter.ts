/**
 * What the mall shows is kept in the address: it can be shared, and going back restores it (product spec §2: query q).
 */
import { parseCents } from "../../ui/number.ts";

export const SORTS = ["price_desc", "price_asc", "rarity"] as const;
export type MallSort = (typeof SORTS)[number];

export const CATEGORIES = ["knife", "hands", "weapon", "character", "other"] as const;
export type Category = (typeof CATEGORIES)[number] | "";

export interface MallFilter {
  readonly q: string;
  readonly category: Category;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly sort: MallSort;
  readonly page: number;
}

export const WORDS_MAX = 60;

export function parseFilter(query: URLSearchParams): MallFilter {
  const page = Number(query.get("page") ?? "1");
  return {
    q: (query.get("q") ?? "").trim().slice(0, WORDS_MAX),
    category: CATEGORIES.find((category) => category === query.get("category")) ?? "",
    minCents: parseCents(query.get("min") ?? ""),
    maxCents: parseCents(query.get("max") ?? ""),
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? "price_desc",
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

/** The address with other values; what is empty is left out, and another search begins at its first page. */
export function withValues(query: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(query);
  if (!("page" in values)) next.delete("page");
  for (const [key, value] of Object.entries(values)) {
    if (value.trim() === "") next.delete(key);
    else next.set(key, value.trim());
  }
  return next;
}
