import { CanonReader } from "./canon.ts";
import { type Promised, readPromised } from "./context.ts";
import { at, badInput, isId } from "./input.ts";
import { rollScope } from "./scope.ts";
import type { Key } from "./seed.ts";
import { Stream } from "./stream.ts";
import { prizeOrder, winnersWeighted } from "./winners.ts";

export const rollPrizesMax = 100;
export const rollEntrantsMax = 10_000;
export const rollWeightMax = 20;

/** item is "0" unless a certain item is held for the winner, def is 0 for gems. */
export type RollPrize = { id: number; item: string; def: number; valueCents: number };

export type RollEntrant = { player: number; weight: number };

export type RollContext = Promised & { room: number; prizes: RollPrize[]; entrants: RollEntrant[] };

/** Who takes which prize; place is in join order, from 0. */
export type RollWin = { place: number; player: number; weight: number; prize: number };

export function parseRollContext(leaf: string): RollContext {
  const r = new CanonReader("BOX1/roll", leaf);
  const room = r.int("room", 1);
  const prizes = Array.from({ length: r.int("prizes", 1, rollPrizesMax) }, (_, i) => ({
    id: r.int("prize", i + 1, i + 1),
    item: r.text("item"),
    def: r.int("def"),
    valueCents: r.int("value-cents", 1),
  }));
  const entrants = Array.from({ length: r.int("entrants", 1, rollEntrantsMax) }, () => ({
    player: r.int("player", 1),
    weight: r.int("weight", 1, rollWeightMax),
  }));
  const promised = readPromised(r);
  r.close();
  checkHeld(prizes);
  if (new Set(entrants.map((e) => e.player)).size !== entrants.length) badInput("a player entered twice");
  return { room, prizes, entrants, ...promised };
}

function checkHeld(prizes: readonly RollPrize[]): void {
  const held = prizes.filter((p) => p.item !== "0");
  for (const p of held) {
    if (!/^[1-9][0-9]{0,18}$/.test(p.item) || !isId(p.def)) badInput(`item of prize ${p.id}`);
  }
  if (new Set(held.map((p) => p.item)).size !== held.length) badInput("an item is held twice");
}

/** As many distinct winners as prizes, or entrants if these are fewer; winner i takes prize i of prizeOrder. */
export function drawRoll(key: Key, c: RollContext, beacon: string, ctx: string): RollWin[] {
  const stream = new Stream(key, "roll", { scope: rollScope(c.room), beacon, ctx });
  const weights = c.entrants.map((e) => e.weight);
  const places = winnersWeighted(stream, weights, Math.min(c.prizes.length, weights.length));
  const prizes = prizeOrder(c.prizes);
  return places.map((place, i) => ({ place, ...at(c.entrants, place), prize: at(prizes, i).id }));
}
