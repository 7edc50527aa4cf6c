import { expect, test } from "vitest";
import type { TaskResult } from "./api.ts";
import { IDLE, nextFree } from "./use-free-opening.ts";

const result = (def: number): TaskResult => ({
  activityRewardType: "skins",
  receiveNum: 1,
  resultId: `7-${def}`,
  itemId: "9",
  def,
  valueCents: 20,
});

test("the first entry is the result, and it is shown when the reel rests", () => {
  const waiting = nextFree(IDLE, { type: "asked" });
  expect(waiting.phase).toBe("waiting");
  const spinning = nextFree(waiting, { type: "answered", results: [result(4), result(5)], shownTable: true });
  expect(spinning).toEqual({ phase: "spinning", results: [result(4)], shownTable: true });
  expect(nextFree(spinning, { type: "shown" })).toEqual({ ...spinning, phase: "settled" });
});

test("what failed can be asked for again, and a reel that rests late shows nothing", () => {
  const failed = nextFree(nextFree(IDLE, { type: "asked" }), { type: "failed" });
  expect(failed).toEqual(IDLE);
  expect(nextFree(failed, { type: "shown" })).toEqual(IDLE);
});
