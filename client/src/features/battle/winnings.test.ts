import { describe, expect, it, vi } from "vitest";
import type { Settled } from "../../protocol/gen.ts";
import { round, snapshot } from "./fixtures.ts";
import { stillOwned, winningsOf } from "./winnings.ts";

const STARTED = 1000;
const won = ["4", "5", "6"].map((id) => ({ id, valueCents: 10 }));
/** A backpack of pages of two, newest first. */
const bagOf = (...pages: readonly (readonly [id: string, atMs: number])[][]) => {
  const total = pages.flat().length;
  return vi.fn(async (page: number) => ({
    records: (pages[page - 1] ?? []).map(([id, atMs]) => ({ id, atMs })),
    total,
  }));
};

describe("stillOwned", () => {
  it("leaves out what was sold since, and asks no further than the battle's start", async () => {
    const bag = bagOf(
      [
        ["9", 3000],
        ["6", 2000],
      ],
      [
        ["4", 2000],
        ["2", 900],
      ],
      [
        ["1", 800],
        ["0", 700],
      ],
    );
    expect(await stillOwned(won, STARTED, bag)).toEqual([won[0], won[2]]);
    expect(bag.mock.calls).toEqual([[1], [2]]);
  });

  it("ends with the backpack", async () => {
    const bag = bagOf([
      ["6", 2000],
      ["5", 2000],
    ]);
    expect(await stillOwned(won, STARTED, bag)).toEqual([won[1], won[2]]);
    expect(bag).toHaveBeenCalledOnce();
    const empty = bagOf();
    expect(await stillOwned(won, STARTED, empty)).toEqual([]);
    expect(empty).toHaveBeenCalledOnce();
  });
});

describe("winningsOf", () => {
  const result: Settled = {
    totals: [100, 900],
    winners: [0],
    tieBroken: false,
    potCents: 1000,
    won: [{ seat: 0, items: ["7", "8"], defs: [2, 1], paidCents: 0 }],
    key: "",
    resultId: "battle-7",
    settledAtMs: 2000,
  };

  it("pairs each item with the value it was drawn at", () => {
    const room = snapshot({ rounds: [round(0, [100, 900])] });
    expect(winningsOf(room, result, 0)).toEqual([
      { id: "7", valueCents: 900 },
      { id: "8", valueCents: 100 },
    ]);
    expect(winningsOf(room, result, 1)).toEqual([]);
  });

  it("counts nothing of a bot's, whose items are destroyed", () => {
    const bots = { ...result, won: [{ seat: 0, items: ["", ""], defs: [2, 1], paidCents: 0 }] };
    expect(winningsOf(snapshot({ rounds: [round(0, [100, 900])] }), bots, 0)).toEqual([]);
  });
});
