import { expect, test } from "vitest";
import type { TaskBox } from "../../state/tasks.ts";
import { groups, inGems, placeOf, share, stateOf, TASKS } from "./task-boxes.ts";

const box = (change: Partial<TaskBox> = {}): TaskBox => ({
  id: 1,
  name: "box",
  kind: 0,
  boxType: 4,
  task: 7,
  codeMap: 5,
  codeMapExtendName: "",
  amount: 0,
  flag: false,
  claimable: false,
  reset: false,
  image: "",
  endsAtMs: 1000,
  reward: null,
  ...change,
});

test("a box is claimable when logged in, done and not claimed", () => {
  expect(stateOf(box({ claimable: true }), false)).toBe("visitor");
  expect(stateOf(box({ claimable: true }), true)).toBe("ready");
  expect(stateOf(box({ amount: 4 }), true)).toBe("open");
  expect(stateOf(box({ amount: 5, flag: true }), true)).toBe("claimed");
});

test("progress ends at the target", () => {
  expect([0, 2, 5, 9].map((amount) => share(box({ amount })))).toEqual([0, 0.4, 1, 1]);
});

test("boxes stand by their kind: what waits first, what was claimed last, and no empty kind", () => {
  const list = [
    box({ id: 1, flag: true }),
    box({ id: 2 }),
    box({ id: 3, claimable: true }),
    box({ id: 4, kind: 2, endsAtMs: 9 }),
    box({ id: 5, kind: 3 }),
  ];
  expect(groups(list).map(({ kind, boxes }) => [kind, boxes.map(({ id }) => id)])).toEqual([
    [0, [3, 2, 1]],
    [3, [5]],
    [2, [4]],
  ]);
  expect(groups([])).toEqual([]);
});

test("every task of the specification has a place to do it; gems are counted in some", () => {
  expect(TASKS).toEqual(Array.from({ length: 15 }, (_, task) => task));
  for (const task of TASKS) expect(placeOf(task)).toMatch(/^\/./);
  expect([2, 3, 11, 12, 14].map(placeOf)).toEqual([
    "/page/caseBattle",
    "/page/caseBattle",
    "/page/wish",
    "/luckycard",
    "/page/roll",
  ]);
  expect(placeOf(99)).toBe("/");
  expect(TASKS.filter(inGems)).toEqual([0, 2, 5, 6, 9]);
});
