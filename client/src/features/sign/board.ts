/** What follows from the sign-in's answer (product spec §4, "Sign-in"). Pure. */
import { LIMIT, type SignInfo, type SignItem, type SignTime, type SignType } from "./api.ts";

export type ClaimState = "claimed" | "ready" | "locked";

export const listOf = ({ activityCondition }: SignInfo, type: SignType): readonly SignItem[] =>
  activityCondition.find(({ activityType }) => activityType === type)?.activityHandlerConditionList ?? [];

/** Product spec §5: without conditions there is no sign-in. */
export const isOpen = (info: SignInfo): boolean => listOf(info, "every").length > 0;

/** A claim is blocked while today's date stands among the signed ones. */
export const isSignedToday = ({ activityResult, today, userSignIn }: SignInfo): boolean =>
  userSignIn || today in activityResult.every;

/** Days up to the signed count are claimed; the one behind them is ready, unless today is signed. */
export function dayState(info: SignInfo, day: number): ClaimState {
  if (day <= info.count) return "claimed";
  return day === info.count + 1 && !isSignedToday(info) ? "ready" : "locked";
}

export function milestoneState(info: SignInfo, days: number): ClaimState {
  if (String(days) in info.activityResult.accumulate) return "claimed";
  return info.activityAccumulate >= days ? "ready" : "locked";
}

/** The day that can be signed now. */
export const nextDay = (info: SignInfo): SignItem | undefined =>
  listOf(info, "every").find(({ conditionNum }) => dayState(info, conditionNum) === "ready");

/** How much of what an item asks was done today. */
export function doneOf({ limitationType }: SignItem, { upgradeTime, openTime, amount }: SignTime): number {
  switch (limitationType) {
    case LIMIT.upgrades:
      return upgradeTime;
    case LIMIT.opens:
      return openTime;
    case LIMIT.larger:
      return Math.max(upgradeTime, openTime);
    default:
      return amount;
  }
}

/** The step that is reached, and the one after it. */
export function stepsOf<T extends { readonly amount: number }>(
  list: readonly T[],
  value: number,
): [T | null, T | null] {
  const reached = list.filter(({ amount }) => amount <= value).at(-1) ?? null;
  return [reached, list.find(({ amount }) => amount > value) ?? null];
}
