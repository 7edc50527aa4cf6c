/** Server state lives in one cache; its keys come from here alone. What belongs to a player begins with "mine". */
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../net/http.ts";

const retryable = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof ApiError && error.retryable;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: retryable, refetchOnWindowFocus: false } },
});

export interface BoxFilter {
  readonly type: "all" | "csgo" | "hash";
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly sort: "popular" | "price_asc" | "price_desc" | "new";
  readonly q: string;
}

export const keys = {
  banners: ["banners"],
  battleOpen: ["battle-open"],
  boxes: (filter: BoxFilter) => ["boxes", filter],
  box: (id: number | string) => ["box", String(id)],
  boxRecent: (id: number | string) => ["box", String(id), "recent"],
  homeInfo: ["home-info"],
  backpack: (page: number, tab: number | string) => ["mine", "backpack", tab, page],
  openings: (page: number) => ["mine", "openings", page],
  battles: (page: number) => ["mine", "battles", page],
  seed: ["mine", "seed"],
  bundle: (id: string) => ["bundle", id],
} as const;
