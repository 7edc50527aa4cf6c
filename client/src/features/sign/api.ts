/**
 * The calls of the sign-in and of the weekly benefit. Amounts are numbers with two decimals, as in all of the product's
 * own fields.
 */

import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { SIGN_KEY } from "../../state/sign.ts";

export const REWARDS = [
  "skins",
  "diamond",
  "OpenBox",
  "TrendChart",
  "armyCompetitionCard",
  "debris",
  "resetOpenBox",
] as const;
export type RewardKind = (typeof REWARDS)[number];

/** Product spec §9, limitationType. */
export const LIMIT = { upgrades: 0, opens: 1, larger: 2, obtained: 3 } as const;

/** One day of the row, or one milestone of the month. */
export type SignItem = Api["SignItem"];

export type SignType = "every" | "accumulate";

export type SignInfo = Omit<Api["SignInfo"], "taskList">;

const IDENT = { activityBaseIdent: "Sign" } as const;

export const infoQuery = (language: Language) =>
  queryOptions({
    queryKey: [...SIGN_KEY, "info", language], // rewards come with their names
    queryFn: async ({ signal }) => {
      const info = await api.get("/api/newActivity/baseActivityInfo", { query: IDENT, signal });
      // Ends are sent as the time that is left, so that a device whose clock is wrong counts down rightly.
      const ahead = Date.now() - info.sysTime;
      return { ...info, dayEndsMs: info.dayEndsMs + ahead, monthEndsMs: info.monthEndsMs + ahead };
    },
  });
export type SignTime = Api["SignTime"];

export const timeQuery = queryOptions({
  queryKey: [...SIGN_KEY, "time"],
  queryFn: ({ signal }) => api.get("/api/newActivity/activityTime", { signal }),
  staleTime: 0,
});
export type SignGiven = Api["SignGiven"];

export const claim = (activityType: SignType, conditionNum: number, key: string) =>
  api.post(
    "/api/newActivity/handlerActivity/claim",
    { ...IDENT, activityType, conditionNum },
    {
      key,
    },
  );

/** Product spec §3: a week whose benefit was received. */
export const WEEK_RECEIVED = 2;
export const WEEK_REACHED = 1;
export type Week = Api["WeekBenefits"];

export const weekQuery = queryOptions({
  queryKey: ["mine", "week"],
  queryFn: async ({ signal }) => {
    const week = await api.get("/api/weekBenefits/weekBenefitsInfo", { signal });
    return { ...week, endsAtMs: Date.now() + (week.endsAt - week.sysTime) * 1000 };
  },
  staleTime: 0,
});

export const receiveWeek = (key: string) => api.post("/api/weekBenefits/receiveWeekBenefits", {}, { key });
