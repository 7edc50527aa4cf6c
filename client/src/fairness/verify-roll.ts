import type { Bundle, RollProof } from "./bundle.ts";
import { at, badInput, isId, mismatch } from "./input.ts";
import { drawRoll, parseRollContext, rollEntrantsMax, rollPrizesMax } from "./roll.ts";
import { rollPrefix, rollScope } from "./scope.ts";
import { attempt, type KindVerifier, keyHidden, skip } from "./verification.ts";

/** The winners of a roll room. */
export const verifier: KindVerifier = {
  scopePrefix: rollPrefix,

  form(b) {
    const { prizes, entrants, winners } = rollOf(b);
    if (b.epoch !== 0 || b.resultID !== b.scope || b.odds.length !== 0 || b.results.length !== 0) {
      badInput("a roll bundle has epoch 0, its scope as result id, and neither odds nor results");
    }
    if (prizes < 1 || prizes > rollPrizesMax || entrants < 1 || entrants > rollEntrantsMax)
      badInput("size of the roll");
    if (winners.length !== Math.min(prizes, entrants)) badInput(`${winners.length} winners of the roll`);
    if (!winners.every((w) => w.place < entrants && isId(w.player) && isId(w.prize))) badInput("winner of the roll");
  },

  context(b) {
    const c = parseRollContext(b.context.leaf);
    const { prizes, entrants, winners } = rollOf(b);
    if (rollScope(c.room) !== b.scope || c.prizes.length !== prizes || c.entrants.length !== entrants) {
      mismatch("the roster is of another roll");
    }
    for (const w of winners) {
      const e = at(c.entrants, w.place);
      if (e.player !== w.player || e.weight !== w.weight) mismatch(`place ${w.place} is not as the roster locked it`);
    }
    return c;
  },

  outcome(run) {
    const { key, bundle } = run;
    if (key === null) {
      skip(run, "winners", keyHidden);
      return;
    }
    attempt(run, "winners", "the stream draws these places, by weight and in the order of the prizes", () => {
      const drawn = drawRoll(key, parseRollContext(bundle.context.leaf), bundle.beacon.value, bundle.context.hash);
      const { winners } = rollOf(bundle);
      const same = drawn.length === winners.length && drawn.every((w, i) => equal(w, at(winners, i)));
      if (!same) mismatch("the stream drew other winners");
    });
  },

  /** A roll's leaf is its roster lock. */
  leaf({ bundle }, leaf) {
    if (leaf !== bundle.context.leaf) mismatch("the log holds another roster");
  },
};

type Win = RollProof["winners"][number];

function equal(a: Win, b: Win): boolean {
  return a.place === b.place && a.player === b.player && a.weight === b.weight && a.prize === b.prize;
}

function rollOf(b: Bundle): RollProof {
  return b.roll ?? badInput("a roll bundle has a roll");
}
