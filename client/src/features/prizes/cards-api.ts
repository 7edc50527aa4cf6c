/** Cards: what the player holds, how one is used, and the chart that one of them opens. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { bool, f64, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";

export type CardKind = "OpenBox" | "TrendChart" | "armyCompetitionCard" | "resetOpenBox";

export interface CardRecord {
  readonly id: string;
  readonly rewardTypeEnum: string;
  readonly state: string;
  readonly percent: number;
  readonly hours: number;
  readonly worthCents: number;
  readonly expiresAtMs: number;
  readonly atMs: number;
}
const CardRecord: Shape<CardRecord> = struct("CardRecord", {
  id: str,
  rewardTypeEnum: str,
  state: str,
  percent: i64,
  hours: i64,
  worthCents: i64,
  expiresAtMs: i64,
  atMs: i64,
});
const CardPage = struct("CardPage", { records: list(CardRecord), total: i64 });

export const CARDS_PAGE = 12;

export const cardsQuery = (current: number, state: "held" | "all") =>
  queryOptions({
    queryKey: ["mine", "cards", current, state],
    queryFn: ({ signal }) =>
      api.get("/api/user/cards", CardPage, { query: { current, size: CARDS_PAGE, state }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const CardUsed = struct("CardUsed", { rewardTypeEnum: str, endsAtMs: i64, target: str });

export const playCard = (id: string, target: string, key: string) =>
  api.post(`/api/user/cards/${id}/use`, target === "" ? {} : { target }, CardUsed, { key });

export const RESET_TASKS = ["open", "battle", "upgrade"] as const;
const Boxes = list(struct("TaskBox", { id: i64, name: str, reset: bool }));
const Tree = struct("WishTree", {
  tasks: list(
    struct<{ key: string; done: boolean; claimed: boolean }>("WishTask", { key: str, done: bool, claimed: bool }),
  ),
});

/** What a reset card can open once more; a card of the wish tree has no name of its own. */
export interface ResetTarget {
  readonly target: string;
  readonly wish: (typeof RESET_TASKS)[number] | null;
  readonly name: string;
}

/** The tasks of the day whose card was taken, and the task boxes that were claimed and not yet opened once more. */
export const resetQuery = (language: Language) =>
  queryOptions({
    queryKey: ["mine", "cards", "reset", language],
    queryFn: async ({ signal }): Promise<readonly ResetTarget[]> => {
      const [tree, boxes] = await Promise.all([
        api.get("/api/wish/tree", Tree, { signal }),
        api.get("/api/home/task/box", Boxes, { signal }),
      ]);
      const taken = new Set(tree.tasks.filter((task) => task.claimed).map((task) => task.key));
      return [
        ...RESET_TASKS.filter((key) => taken.has(key)).map((wish) => ({ target: `wish:${wish}`, wish, name: "" })),
        ...boxes.filter(({ reset }) => reset).map(({ id, name }) => ({ target: `task:${id}`, wish: null, name })),
      ];
    },
    staleTime: 0,
  });

export interface Trend {
  readonly rate: number;
  readonly userKey: string;
  readonly atMs: number;
}
const Trends = list(struct<Trend>("Trend", { rate: f64, userKey: str, atMs: i64 }));

export const CHARTS = ["hash", "upgrade", "battle"] as const;
export type ChartKind = (typeof CHARTS)[number];

/** Asked anew in another language: most often the answer is a refusal in words. */
export const trendQuery = (kind: ChartKind, language: Language) =>
  queryOptions({
    queryKey: ["mine", "trend", kind, language],
    queryFn: ({ signal }) =>
      api.get("/api/activity/trend/chart", Trends, { query: { type: CHARTS.indexOf(kind) + 1 }, signal }),
    staleTime: 0,
    retry: false,
  });
