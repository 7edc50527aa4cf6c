import {
  type BattleScore,
  battleRoundsMax,
  battleSeatsMax,
  battleSeatsMin,
  checkBattleMode,
  scoreBattle,
} from "./battle.ts";
import type { BattleProof, Bundle } from "./bundle.ts";
import { parseBattleContext } from "./context.ts";
import { drawn } from "./drawn.ts";
import { at, badInput, mismatch } from "./input.ts";
import { battleScope } from "./scope.ts";
import { Stream } from "./stream.ts";
import { tie } from "./tie.ts";
import { attempt, type KindVerifier, keyHidden, skip, type Verification } from "./verification.ts";

/** Above it seats without account count as players, each by its seat; their user seeds are not chosen. */
const botIds = 2 ** 48;

/** A whole battle: all draws, the totals, who won and why. */
export const verifier: KindVerifier = {
  form(b) {
    const { rounds, seats } = battleOf(b);
    if (b.epoch !== 0 || b.resultID !== b.scope) badInput("a battle bundle has epoch 0 and its scope as result id");
    if (rounds < 1 || rounds > battleRoundsMax || seats < battleSeatsMin || seats > battleSeatsMax) {
      badInput(`battle of ${rounds} rounds and ${seats} seats`);
    }
    const ordered = b.results.every((r, i) => r.n * seats + r.seat === i && r.seat < seats);
    if (b.results.length !== rounds * seats || !ordered) badInput("results are not round by round, seat by seat");
  },

  context(b) {
    const c = parseBattleContext(b.context.leaf);
    const { mode, rounds, seats } = battleOf(b);
    if (
      battleScope(c.room) !== b.scope ||
      c.mode !== mode ||
      c.seats.length !== seats ||
      c.oddsHashes.length !== rounds
    ) {
      mismatch("the roster is of another battle");
    }
    for (const s of c.seats) {
      const own = s.player === botIds + s.seat + 1 && s.userSeed === `bot${s.seat}` && s.bot;
      if (s.player > botIds && !own) mismatch(`seat ${s.seat} without account`);
    }
    for (const r of b.results) {
      const seat = at(c.seats, r.seat);
      if (r.player !== seat.player || r.userSeed !== seat.userSeed || r.oddsHash !== c.oddsHashes[r.n]) {
        mismatch(`round ${r.n} seat ${r.seat} is not as the roster locked it`);
      }
    }
    return c;
  },

  outcome(run) {
    drawn(run);
    const score = attempt(run, "score", "totals and winners follow from the items", () => rescore(run));
    const { key, bundle } = run;
    if (score === null) skip(run, "tie", "the score does not hold");
    else if (score.tied === null) attempt(run, "tie", "no tie to break", () => undefined);
    else if (key === null) skip(run, "tie", keyHidden);
    else {
      const { tied, tieSeat } = score;
      attempt(run, "tie", "the stream picked this seat of those tied", () => {
        const d = { scope: bundle.scope, beacon: bundle.beacon.value, ctx: bundle.context.hash };
        if (tie(new Stream(key, "tie", d), tied) !== tieSeat) mismatch(`the stream picked another seat of ${tied}`);
      });
    }
  },

  /** A battle's leaf is its roster lock. */
  leaf({ bundle }, leaf) {
    if (leaf !== bundle.context.leaf) mismatch("the log holds another roster");
  },
};

/** Decides the battle anew, trusting the claimed tie break for now. */
function rescore({ bundle, tables }: Verification): BattleScore {
  const p = battleOf(bundle);
  const values: number[][] = Array.from({ length: p.rounds }, () => []);
  for (const r of bundle.results) {
    const odds = tables.get(r.oddsHash) ?? mismatch(`round ${r.n} seat ${r.seat} has no odds`);
    at(values, r.n).push(at(odds.entries, odds.pick(r.v)).valueCents);
  }
  const claimed = p.tie;
  const score = scoreBattle(checkBattleMode(p.mode, p.seats), values, claimed && (() => claimed.winner));
  if (!equal(score.totals, p.totals) || !equal(score.winners, p.winners)) mismatch("totals or winners");
  if ((score.tied === null) !== (claimed === null)) mismatch("the tied seats");
  if (score.tied !== null && claimed !== null && !equal(score.tied, claimed.seats)) mismatch("the tied seats");
  return score;
}

function battleOf(b: Bundle): BattleProof {
  return b.battle ?? badInput("a battle bundle has a battle");
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
