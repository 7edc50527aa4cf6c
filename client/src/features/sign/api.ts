/** The calls of the sign-in and of the weekly benefit. Amounts are numbers with two decimals, as in all of the product's own fields. */
import { queryOptions } from "@tanstack/react-query";
import type { Language } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { bool, f64, i64, list, oneOf, type Shape, ShapeError, str, struct } from "../../protocol/shape.ts";
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
export interface SignItem {
  readonly index: number;
  /** Day of the row, or signed days of the month. */
  readonly conditionNum: number;
  readonly activityRewardType: RewardKind;
  readonly receiveNum: number;
  readonly rewardName: string;
  readonly rewardImage: string;
  /** Price of a box in gems. */
  readonly skinsPrice: number;
  readonly percent: number;
  readonly hours: number;
  /** Gems. */
  readonly worth: number;
  readonly limitationType: number;
  /** Least of it today; 0 asks nothing. */
  readonly limitationTime: number;
}
const SignItem: Shape<SignItem> = struct("SignItem", {
  index: i64,
  conditionNum: i64,
  activityRewardType: oneOf(REWARDS),
  receiveNum: f64,
  rewardName: str,
  rewardImage: str,
  skinsPrice: f64,
  percent: i64,
  hours: i64,
  worth: f64,
  limitationType: i64,
  limitationTime: f64,
});

export type SignType = "every" | "accumulate";
const SignType = oneOf(["every", "accumulate"]);

const record = <T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  fromTuple: (value, path) => record(of).fromJSON(value, path),
  fromJSON(value, path = "") {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ShapeError(path, "object", value);
    return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, of.fromJSON(v, `${path}.${key}`)]));
  },
  toTuple: (value) => value,
});

const SignInfo = struct("SignInfo", {
  activityCondition: list(
    struct("SignCondition", { activityType: SignType, activityHandlerConditionList: list(SignItem) }),
  ),
  activityResult: struct("SignResult", { every: record(i64), accumulate: record(str) }),
  activityAccumulate: i64,
  userSignIn: bool,
  count: i64,
  gapDays: i64,
  today: str,
  dayEndsMs: i64,
  monthEndsMs: i64,
  sysTime: i64,
});
export type SignInfo = ReturnType<typeof SignInfo.fromJSON>;

const IDENT = { activityBaseIdent: "Sign" } as const;

export const infoQuery = (language: Language) =>
  queryOptions({
    queryKey: [...SIGN_KEY, "info", language], // rewards come with their names
    queryFn: async ({ signal }) => {
      const info = await api.get("/api/newActivity/baseActivityInfo", SignInfo, { query: IDENT, signal });
      // Ends are told as what is left, so that a device whose clock is wrong counts down rightly.
      const ahead = Date.now() - info.sysTime;
      return { ...info, dayEndsMs: info.dayEndsMs + ahead, monthEndsMs: info.monthEndsMs + ahead };
    },
  });

/** What was done today. */
const SignTime = struct("SignTime", { upgradeTime: i64, openTime: i64, amount: f64 });
export type SignTime = ReturnType<typeof SignTime.fromJSON>;

export const timeQuery = queryOptions({
  queryKey: [...SIGN_KEY, "time"],
  queryFn: ({ signal }) => api.get("/api/newActivity/activityTime", SignTime, { signal }),
  staleTime: 0,
});

/** What a claim has brought: the condition, and for a box the item that was won. */
const SignGiven = struct("SignGiven", {
  activityType: SignType,
  activityHandlerCondition: SignItem,
  stuffName: str,
  stuffImage: str,
  skinsRarity: str,
  price: f64,
  def: i64,
  resultId: str,
});
export type SignGiven = ReturnType<typeof SignGiven.fromJSON>;

export const claim = (activityType: SignType, conditionNum: number, key: string) =>
  api.post("/api/newActivity/handlerActivity/claim", { ...IDENT, activityType, conditionNum }, list(SignGiven), {
    key,
  });

/** Product spec §3: a week whose benefit was received. */
export const WEEK_RECEIVED = 2;
export const WEEK_REACHED = 1;

const Week = struct("WeekBenefits", {
  status: i64,
  userVal: f64,
  benefitsList: list(struct("WeekBenefit", { amount: f64, reward: f64 })),
  received: f64,
  sysTime: i64,
  endsAt: i64,
});
export type Week = ReturnType<typeof Week.fromJSON>;

export const weekQuery = queryOptions({
  queryKey: ["mine", "week"],
  queryFn: async ({ signal }) => {
    const week = await api.get("/api/weekBenefits/weekBenefitsInfo", Week, { signal });
    return { ...week, endsAtMs: Date.now() + (week.endsAt - week.sysTime) * 1000 };
  },
  staleTime: 0,
});

export const receiveWeek = (key: string) =>
  api.post("/api/weekBenefits/receiveWeekBenefits", {}, struct("WeekReceived", { reward: f64 }), { key });
