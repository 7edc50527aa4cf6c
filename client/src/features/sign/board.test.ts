import { describe, expect, it } from "vitest";
import { LIMIT, type SignInfo, type SignItem, type SignType } from "./api.ts";
import { dayState, doneOf, isOpen, isSignedToday, listOf, milestoneState, nextDay, stepsOf } from "./board.ts";

const item = (conditionNum: number, change: Partial<SignItem> = {}): SignItem => ({
  boxId: 0,
  index: conditionNum,
  conditionNum,
  activityRewardType: "debris",
  receiveNum: 5,
  rewardName: "Fragments",
  rewardImage: "",
  skinsPrice: 0,
  percent: 0,
  hours: 0,
  worth: 0,
  limitationType: 0,
  limitationTime: 0,
  ...change,
});
const list = (activityType: SignType, ...numbers: number[]) => ({
  activityType,
  activityHandlerConditionList: numbers.map((n) => item(n)),
});
const info = (change: Partial<SignInfo> = {}): SignInfo => ({
  activityCondition: [list("every", 1, 2, 3, 4, 5, 6, 7), list("accumulate", 7, 14)],
  activityResult: { every: {}, accumulate: {} },
  activityAccumulate: 0,
  userSignIn: false,
  count: 0,
  gapDays: 0,
  today: "20261121",
  dayEndsMs: 0,
  monthEndsMs: 0,
  sysTime: 0,
  ...change,
});
const states = (of: SignInfo) => listOf(of, "every").map(({ conditionNum }) => dayState(of, conditionNum));

describe("the row", () => {
  it("lets day n be claimed when exactly n-1 days are signed and today is not", () => {
    expect(states(info())).toEqual(["ready", "locked", "locked", "locked", "locked", "locked", "locked"]);
    const three = info({ count: 3, activityResult: { every: { "20261120": 3 }, accumulate: {} } });
    expect(states(three).slice(0, 5)).toEqual(["claimed", "claimed", "claimed", "ready", "locked"]);
    expect(nextDay(three)?.conditionNum).toBe(4);
  });

  it("is blocked while today's date is among the signed ones, whatever else the answer says", () => {
    const signed = info({ count: 3, activityResult: { every: { "20261121": 3 }, accumulate: {} } });
    expect(isSignedToday(signed)).toBe(true);
    expect(states(signed)).not.toContain("ready");
    expect(nextDay(signed)).toBeUndefined();
    expect(states(info({ userSignIn: true, count: 7 }))).toEqual(Array(7).fill("claimed"));
  });

  it("is closed without conditions", () => {
    expect(isOpen(info())).toBe(true);
    expect(isOpen(info({ activityCondition: [] }))).toBe(false);
    expect(isOpen(info({ activityCondition: [list("every"), list("accumulate", 7)] }))).toBe(false);
  });
});

describe("milestones", () => {
  it("are ready from their day on and claimed once", () => {
    const month = info({ activityAccumulate: 14, activityResult: { every: {}, accumulate: { "7": "20261107" } } });
    expect([7, 14, 21].map((days) => milestoneState(month, days))).toEqual(["claimed", "ready", "locked"]);
  });
});

describe("a requirement", () => {
  it("is compared with what its type counts", () => {
    const done = { upgradeTime: 2, openTime: 5, amount: 7.5 };
    const of = (limitationType: SignItem["limitationType"]) => doneOf(item(1, { limitationType }), done);
    expect([LIMIT.upgrades, LIMIT.opens, LIMIT.larger, LIMIT.obtained].map(of)).toEqual([2, 5, 5, 7.5]);
  });
});

describe("the week's steps", () => {
  const steps = [{ amount: 50 }, { amount: 200 }];
  it("are the one that is reached and the one after it", () => {
    expect(stepsOf(steps, 49.99)).toEqual([null, steps[0]]);
    expect(stepsOf(steps, 50)).toEqual([steps[0], steps[1]]);
    expect(stepsOf(steps, 500)).toEqual([steps[1], null]);
    expect(stepsOf([], 500)).toEqual([null, null]);
  });
});
