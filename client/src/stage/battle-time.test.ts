import { describe, expect, it } from "vitest";
import {
  BATTLE_SPIN_MS,
  BATTLE_STAGGER_MS,
  type BattleMode,
  type BattlePlan,
  battleAt,
  battleEndMs,
  battleSpinMs,
  calmMs,
  makeBattleState,
  nextChangeMs,
  tensionIn,
} from "./battle-time.ts";
import { REEL_SETTLE_MS, reelRestMs } from "./reel-time.ts";
import { reelPlanFor } from "./strip.ts";

const ROUND_MS = 5000;

function planOf(values: (readonly number[] | undefined)[], mode: BattleMode = "normal", seats = 4): BattlePlan {
  const reels = values.map((_, r) =>
    Array.from({ length: seats }, (_, s) =>
      reelPlanFor(`${r}:${s}`, BATTLE_SPIN_MS + s * BATTLE_STAGGER_MS, REEL_SETTLE_MS),
    ),
  );
  return { seats, rounds: values.length, roundMs: ROUND_MS, mode, values, reels };
}

const three = [
  [1, 2, 3, 4],
  [10, 0, 0, 0],
  [0, 0, 50, 0],
];

describe("battleAt", () => {
  it("puts the last of four reels to rest 3.6 s into the round", () => {
    const last = planOf(three).reels[0]?.[3];
    expect(last && reelRestMs(last)).toBe(3600);
  });

  it("lets reels land further apart in the last round, by seat and inside the round", () => {
    const landings = (round: number) =>
      [0, 1, 2, 3].map((seat) => battleSpinMs(round, 3, seat) - battleSpinMs(round, 3, 0));
    expect(landings(1)).toEqual([0, 200, 400, 600]);
    expect(landings(2)).toEqual([0, 380, 760, 1140]);
    expect(battleSpinMs(2, 3, 3) + REEL_SETTLE_MS).toBeLessThan(ROUND_MS);
  });

  it("counts points over the rounds that every seat has shown, as the mode has it", () => {
    const late = ROUND_MS + BATTLE_SPIN_MS + REEL_SETTLE_MS; // the first seat shows round two, the others do not
    expect(battleAt(planOf(three), late)).toMatchObject({ totals: [11, 2, 3, 4], points: [1, 2, 3, 4] });
    expect(battleAt(planOf(three, "terminal"), 2 * ROUND_MS - 1).points).toEqual([10, 0, 0, 0]);
    expect(battleAt(planOf(three, "teams"), 2 * ROUND_MS - 1).points).toEqual([13, 13, 7, 7]);
  });

  it("shows a late joiner what everybody else sees", () => {
    const plan = planOf(three);
    const live = makeBattleState(4);
    for (let t = -500; t <= 12_340; t += 16) battleAt(plan, t, live);
    expect(battleAt(plan, 12_332)).toEqual(battleAt(plan, 12_332, live));
    expect(battleAt(plan, 5000 + 4999).totals).toEqual([11, 2, 3, 4]);
    expect(battleAt(plan, 99_999)).toMatchObject({ phase: "over", totals: [11, 2, 53, 4], leaders: 0b0100 });
  });

  it("counts a value only after its own reel rests", () => {
    const plan = planOf(three);
    const rest0 = BATTLE_SPIN_MS + REEL_SETTLE_MS;
    expect(battleAt(plan, rest0 - 1).totals).toEqual([0, 0, 0, 0]);
    expect(battleAt(plan, rest0)).toMatchObject({ totals: [1, 0, 0, 0], shown: [1, 0, 0, 0], leaders: 0 });
    expect(battleAt(plan, rest0 + BATTLE_STAGGER_MS).totals).toEqual([1, 2, 0, 0]);
  });

  it("keeps spinning, and reveals nothing, while a round's results have not arrived", () => {
    const plan = planOf([[1, 2, 3, 4], undefined, undefined]);
    const state = battleAt(plan, ROUND_MS + 4900);
    expect(state).toMatchObject({ phase: "round", round: 1, totals: [1, 2, 3, 4], shown: [1, 1, 1, 1] });
    for (const reel of state.reels) expect(reel).toMatchObject({ phase: "spin", win: 0 });
  });

  it("has nothing to show before the start", () => {
    expect(battleAt(planOf(three), -3000)).toMatchObject({ phase: "before", totals: [0, 0, 0, 0], leaders: 0 });
  });
});

describe("leaders", () => {
  const end = (mode: BattleMode, values: number[][], seats = 4) => battleAt(planOf(values, mode, seats), 1e6).leaders;

  it.each<[BattleMode, number[][], number, number]>([
    [
      "normal",
      [
        [5, 1, 1, 1],
        [1, 9, 1, 1],
      ],
      4,
      0b0010,
    ],
    [
      "inverse",
      [
        [5, 1, 3, 9],
        [1, 9, 1, 1],
      ],
      4,
      0b0100,
    ],
    [
      "terminal",
      [
        [500, 1, 3, 9],
        [1, 9, 1, 12],
      ],
      4,
      0b1000,
    ],
    ["teams", [[5, 5, 1, 8]], 4, 0b0011],
    ["share", [[5, 1, 3, 9]], 4, 0],
    ["normal", [[7, 7, 1]], 3, 0b011],
  ])("%s %j", (mode, values, seats, mask) => {
    expect(end(mode, values, seats)).toBe(mask);
  });

  it("names nobody while all are level", () => {
    expect(end("normal", [[4, 4]], 2)).toBe(0);
    expect(end("teams", [[1, 4, 2, 3]])).toBe(0);
  });

  it("compares only rounds that every seat has shown", () => {
    const plan = planOf(
      [
        [1, 9],
        [100, 1],
      ],
      "normal",
      2,
    );
    const afterFirst = ROUND_MS + BATTLE_SPIN_MS + REEL_SETTLE_MS; // seat 0 shows its 100, seat 1 still turns
    expect(battleAt(plan, afterFirst)).toMatchObject({ totals: [101, 9], leaders: 0b10 });
    expect(battleAt(plan, afterFirst + BATTLE_STAGGER_MS).leaders).toBe(0b01);
  });
});

describe("nextChangeMs", () => {
  it("visits every discrete change and nothing between", () => {
    const plan = planOf(three, "normal", 2);
    const visited: number[] = [];
    for (let t = nextChangeMs(plan, -1); t !== Number.POSITIVE_INFINITY; t = nextChangeMs(plan, t)) visited.push(t);
    expect(visited).toEqual([0, 3000, 3200, 5000, 8000, 8200, 10000, 13000, 13200, 15000]);
    expect(battleEndMs(plan)).toBe(15_000);
    const key = (t: number) =>
      JSON.stringify([battleAt(plan, t).phase, battleAt(plan, t).round, battleAt(plan, t).shown]);
    for (let i = 1; i < visited.length; i++) {
      const from = visited[i - 1] ?? 0;
      const to = visited[i] ?? 0;
      expect(key(from)).toBe(key(to - 0.5));
      expect(key(to)).not.toBe(key(to - 0.5));
    }
  });
});

describe("calmMs", () => {
  it("reveals a known round at once, waits for an unknown one, and changes nothing outside the battle", () => {
    const plan = planOf([[1, 2, 3, 4], undefined]);
    expect(battleAt(plan, calmMs(plan, 0))).toMatchObject({ round: 0, totals: [1, 2, 3, 4] });
    expect(battleAt(plan, calmMs(plan, 5100))).toMatchObject({ round: 1, shown: [1, 1, 1, 1] });
    expect([calmMs(plan, -5), calmMs(plan, 10_000)]).toEqual([-5, 10_000]);
  });
});

describe("tensionIn", () => {
  const at = (plan: BattlePlan, tMs: number) => tensionIn(plan, battleAt(plan, tMs));
  const LAST_MS = 2 * ROUND_MS + 1000; // the reels of the third round turn

  it("is there while the reels of the last round turn, and not before, nor once the last of them rests", () => {
    const plan = planOf(three);
    expect(at(plan, 2 * ROUND_MS - 1)).toBeNull();
    expect(at(plan, LAST_MS)).not.toBeNull();
    expect(at(plan, 3 * ROUND_MS - 1)).toBeNull();
    expect(at(plan, 3 * ROUND_MS)).toBeNull();
  });

  it("rises as the share of the pot between the first two falls", () => {
    // After two rounds: 11 · 2 · 3 · 4 of 20.
    expect(at(planOf(three), LAST_MS)).toBeCloseTo(1 - 7 / 20);
    expect(at(planOf([[5, 5, 0, 0], ...three.slice(1)]), LAST_MS)).toBeCloseTo(1 - 10 / 20);
    expect(at(planOf([[5, 15, 0, 0], ...three.slice(1)]), LAST_MS)).toBe(1);
  });

  it("counts as the mode does", () => {
    expect(at(planOf(three, "inverse"), LAST_MS)).toBeCloseTo(1 - 1 / 20); // 2 and 3 are the least
    expect(at(planOf(three, "teams"), LAST_MS)).toBeCloseTo(1 - 6 / 20); // 13 and 7
    expect(at(planOf(three, "terminal"), LAST_MS)).toBe(1); // what came before counts for nothing
    expect(at(planOf(three, "share"), LAST_MS)).toBeNull(); // no seat wins
  });
});
