/** Server state is in one cache; these keys are shared by features. What belongs to a player begins with "mine". */
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../net/http.ts";

/** A navigation cancels every GET under way (product spec §2), also those that the next page asks for as well. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

const RETRIES = 2;

/** A query without observers is cancelled by the cache itself and does not come here. */
const retry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && (isAborted(error) || (error instanceof ApiError && error.retryable));

const retryDelay = (failures: number, error: unknown): number => (isAborted(error) ? 0 : 1000 * 2 ** failures);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, retryDelay, refetchOnWindowFocus: false },
    // Without network a click fails at once: kept for later it would pay when no player expects it any more.
    mutations: { networkMode: "always" },
  },
});

export interface BoxFilter {
  readonly type: "all" | "csgo" | "hash";
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly sort: "popular" | "price_asc" | "price_desc" | "new";
  readonly q: string;
}

export const keys = {
  banners: (language: string) => ["banners", language],
  battleOpen: ["battle-open"],
  site: (language: string) => ["site", language],
  boxes: (filter: BoxFilter) => ["boxes", filter],
  box: (id: number) => ["box", id],
  boxPrices: ["mine", "box-price"],
  boxPrice: (id: number, percent: number) => ["mine", "box-price", id, percent],
  boxDetails: (ids: readonly number[]) => ["box", "details", ids],
  boxRecent: (id: number) => ["box", id, "recent"],
  backpack: (page: number, tab: number | string) => ["mine", "backpack", tab, page],
  seed: ["mine", "seed"],
  trust: ["trust"],
  ownItems: ["mine", "own-items"],
  upgradeRule: ["upgrade-rule"],
  upgradeQuotes: ["upgrade-quote"],
  upgradeQuote: (items: readonly string[], gemsCents: number) => ["upgrade-quote", items, gemsCents],
  upgradesRecent: ["upgrades", "recent"],
  upgradeUser: (id: string) => ["upgrades", "user", id],
  ranking: (board: string) => ["ranking", board],
  bundle: (id: string) => ["bundle", id],
} as const;
