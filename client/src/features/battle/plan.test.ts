import { describe, expect, it } from "vitest";
import { battleAt } from "../../stage/battle-time.ts";
import { round, snapshot, summary } from "./fixtures.ts";
import { type BattleBox, battlePlan, columnsPlan, courseOf, revealedValues } from "./plan.ts";

const boxes: BattleBox[] = [1, 2].map((id) => ({
  id,
  priceCents: 1500,
  odds: [1, 2, 3].map((def) => ({ def: def + id * 10, tickets: 5_000_000 })),
}));
const boxOf = (id: number) => boxes.find((b) => b.id === id);
const item = (id: number) => ({ id, rarity: "rare", image: `/${id}`, thumb: `/${id}-t` });
const running = (...rounds: ReturnType<typeof round>[]) =>
  courseOf(snapshot({ card: summary({ status: "running" }), startedAtMs: 9000, rounds }));

describe("battlePlan", () => {
  it("is the same for everybody: a late joiner's plan shows the same moment", () => {
    const early = battlePlan(running(round(0, [100, 900])));
    const late = battlePlan(running(round(0, [100, 900]), round(1, [5, 5])));
    expect(battleAt(late, 3500)).toEqual(battleAt(early, 3500));
    expect(battleAt(late, 1234.5).reels).toEqual(battleAt(early, 1234.5).reels);
  });

  it("holds values by seat whatever order the results stand in, and none that are not due", () => {
    const first = round(0, [100, 900]);
    const values = revealedValues(running({ ...first, results: [...first.results].reverse() }));
    expect(values).toEqual([[100, 900], undefined]);
  });
});

describe("columnsPlan", () => {
  it("waits for every box", () => {
    const memory = new Map();
    expect(columnsPlan(running(), (id) => (id === 1 ? boxes[0] : undefined), item, 0, memory)).toBeNull();
    expect(columnsPlan(running(), boxOf, item, 0, memory)?.stakes).toEqual([1500, 1500]);
  });

  it("puts what was drawn at position 10 and keeps every other strip as it was", () => {
    const memory = new Map();
    const before = columnsPlan(running(), boxOf, item, 0, memory);
    const after = columnsPlan(running(round(0, [100, 900])), boxOf, item, 0, memory);
    expect(after?.strips[0]?.map((s) => s[10]?.id)).toEqual([1, 2]);
    expect(after?.strips[0]?.[0]).not.toBe(before?.strips[0]?.[0]);
    expect(after?.strips[1]).toEqual(before?.strips[1]);
    expect(after?.strips[1]?.[0]).toBe(before?.strips[1]?.[0]);
    expect(after?.sheets[0]?.entries).toBe(before?.sheets[0]?.entries);
  });

  it("fills strips from the box of their round only", () => {
    const plan = columnsPlan(running(), boxOf, item, 0, new Map());
    const strip = plan?.strips[1]?.[1] ?? [];
    expect(strip.length).toBeGreaterThan(0);
    for (const e of strip) expect([21, 22, 23]).toContain(e.id);
  });
});
