import { describe, expect, it } from "vitest";
import type { Settled } from "../../protocol/gen.ts";
import { round, seat, snapshot, summary } from "./fixtures.ts";
import { bestDef, drawnDefs, freeSeats, seatOf, seatsOf, teamCents, wonCents } from "./seats.ts";

const settled: Settled = {
  totals: [300, 900],
  winners: [1],
  tieBroken: false,
  potCents: 1200,
  won: [
    { seat: 0, items: [], defs: [], paidCents: 1 },
    { seat: 1, items: ["5", "6"], defs: [1, 2], paidCents: 0 },
  ],
  key: "",
  resultId: "battle-7",
  settledAtMs: 1,
};

describe("seats", () => {
  it("shows free seats that the card leaves out", () => {
    const c = summary({ seatCount: 4, seats: [seat(2, "1001")] });
    expect(seatsOf(c).map((s) => s.playerId)).toEqual(["", "", "1001", ""]);
    expect(freeSeats(c)).toBe(3);
  });

  it("does not count a bot as a free seat", () => {
    expect(freeSeats(summary({ seats: [seat(0, "1001"), { ...seat(1), bot: true }] }))).toBe(0);
  });

  it("gives a visitor no seat, even beside a free one", () => {
    expect(seatOf(summary(), undefined)).toBe(-1);
    expect(seatOf(summary(), "")).toBe(-1);
    expect(seatOf(summary(), "1001")).toBe(0);
  });

  it("adds the team mate's total", () => {
    expect([0, 1, 2, 3].map((s) => teamCents([1, 2, 4, 8], s))).toEqual([3, 3, 12, 12]);
  });
});

describe("winnings", () => {
  const room = snapshot({ rounds: [round(0, [100, 500])] });

  it("is worth what was drawn plus money", () => {
    expect(wonCents(room, settled, 1)).toBe(600);
    expect(wonCents(room, settled, 0)).toBe(1);
    expect(wonCents(room, settled, 3)).toBe(0);
  });

  it("names the dearest draw of a seat, and none before a round", () => {
    const two = snapshot({
      rounds: [
        round(0, [100, 500]),
        { index: 1, results: round(1, [90, 900]).results.map((r) => ({ ...r, def: r.def + 10 })) },
      ],
    });
    expect([bestDef(two, 0), bestDef(two, 1)]).toEqual([1, 12]);
    expect(bestDef(snapshot(), 0)).toBeUndefined();
  });

  it("shows nothing that is not revealed yet", () => {
    expect(drawnDefs(room, 1, 0)).toEqual([undefined, undefined]);
    expect(drawnDefs(room, 1, 1)).toEqual([2, undefined]);
  });
});
