/** Vouchers (prize cards): what the player holds, how one is used, and the chart that one of them opens. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export type VoucherKind = "OpenBox" | "TrendChart" | "armyCompetitionCard" | "resetOpenBox";

export type Voucher = Api["VoucherRecord"];

export const VOUCHERS_PAGE = 12;

export const vouchersQuery = (current: number, state: "held" | "all") =>
  queryOptions({
    queryKey: ["mine", "cards", current, state],
    queryFn: ({ signal }) => api.get("/api/user/cards", { query: { current, size: VOUCHERS_PAGE, state }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const playVoucher = (id: string, target: string, key: string) =>
  api.post("/api/user/cards/{id}/use", target === "" ? {} : { target }, { path: { id }, key });

export const RESET_TASKS = ["open", "battle", "upgrade"] as const;

/** What a reset voucher can open once more; a wish card of the tree has no name of its own. */
export interface ResetTarget {
  readonly target: string;
  readonly wish: (typeof RESET_TASKS)[number] | null;
  readonly name: string;
}

/**
 * The tasks of the day whose wish card was taken, and the task boxes that were claimed and not yet opened once more.
 */
export const resetQuery = (language: Language) =>
  queryOptions({
    queryKey: ["mine", "cards", "reset", language],
    queryFn: async ({ signal }): Promise<readonly ResetTarget[]> => {
      const [tree, boxes] = await Promise.all([
        api.get("/api/wish/tree", { signal }),
        api.get("/api/home/task/box", { signal }),
      ]);
      const taken = new Set(tree.tasks.filter((task) => task.claimed).map((task) => task.key));
      return [
        ...RESET_TASKS.filter((key) => taken.has(key)).map((wish) => ({ target: `wish:${wish}`, wish, name: "" })),
        ...boxes.filter(({ reset }) => reset).map(({ id, name }) => ({ target: `task:${id}`, wish: null, name })),
      ];
    },
    staleTime: 0,
  });

export type Trend = Api["Trend"];

/** The charts by their numbers in the call. */
export const CHART_TYPES = { hash: 1, upgrade: 2, battle: 3 } as const;
export type ChartKind = keyof typeof CHART_TYPES;
export const CHARTS = ["hash", "upgrade", "battle"] as const satisfies readonly ChartKind[];

/** Asked anew in another language: most often the answer is a refusal in words. */
export const trendQuery = (kind: ChartKind, language: Language) =>
  queryOptions({
    queryKey: ["mine", "trend", kind, language],
    queryFn: ({ signal }) => api.get("/api/activity/trend/chart", { query: { type: CHART_TYPES[kind] }, signal }),
    staleTime: 0,
    retry: false,
  });
