import { expect, it } from "vitest";
import type { Settled } from "../../protocol/gen.ts";
import { round, seat, snapshot, summary } from "./fixtures.ts";
import { takeoverPlan } from "./takeover-plan.ts";

const settled = (change: Partial<Settled>): Settled => ({
  totals: [],
  winners: [1],
  tieBroken: false,
  potCents: 1200,
  won: [{ seat: 1, items: ["5", "6"], defs: [1, 2], paidCents: 0 }],
  key: "",
  resultId: "battle-7",
  settledAtMs: 1,
  ...change,
});
const four = [0, 1, 2, 3].map((n) => seat(n, `${n}`));

it("lets the items of the losers fly to the winner, until the number is the pot", () => {
  const room = snapshot({
    card: summary({ seats: [seat(0, "1"), seat(1, "2")], entryCents: 100 }),
    rounds: [round(0, [100, 500]), round(1, [200, 400])],
  });
  const plan = takeoverPlan(room, settled({}));
  expect(plan).toMatchObject({ first: 1, count: 1, ownCents: 900, takesCents: 600 });
  expect(plan.flying).toEqual([
    { seat: 0, def: 1, cents: 100 },
    { seat: 0, def: 1, cents: 200 },
  ]);
  expect(plan.ownCents + plan.flying.reduce((sum, { cents }) => sum + cents, 0)).toBe(plan.potCents);
  expect(plan.tier).toBe(2); // six times the entry
});

it("gives a team one panel over both its columns, and measures what each of them takes", () => {
  const room = snapshot({
    card: summary({ seatCount: 4, mode: "teams", seats: four, entryCents: 400 }),
    rounds: [round(0, [100, 200, 300, 400])],
  });
  const won = [2, 3].map((n) => ({ seat: n, items: [], defs: [], paidCents: 500 }));
  const plan = takeoverPlan(room, settled({ winners: [2, 3], potCents: 1000, won }));
  expect(plan).toMatchObject({ first: 2, count: 2, ownCents: 700, takesCents: 500, tier: 1 });
  expect(plan.winners.map(({ playerId }) => playerId)).toEqual(["2", "3"]);
  expect(plan.flying.map((x) => x.seat)).toEqual([0, 1]);
});

it("makes no show of a pot below the entry", () => {
  const room = snapshot({ card: summary({ entryCents: 901 }), rounds: [round(0, [0, 500]), round(1, [0, 400])] });
  expect(takeoverPlan(room, settled({})).tier).toBe(0);
});
