/**
 * A battle as a pure function of time since its start: which round runs, where each reel stands, what has been revealed
 * and who leads. A late joiner, a refresh and a replay all call `battleAt` with their own t; there is no catch-up
 * logic. Deliberately absent: who wins. That is the server's word (and the verifier's); `leaders` is only the running
 * picture.
 */
import { clamp01 } from "./ease.ts";
import { freeReelAt, makeReelState, type ReelPlan, type ReelState, reelAt, reelRestMs } from "./reel-time.ts";

export type BattleMode = "normal" | "inverse" | "terminal" | "share" | "teams";

/** Reels of a round land one after another; the last of four rests 3.6 s after the round began. */
export const BATTLE_SPIN_MS = 2650;
export const BATTLE_STAGGER_MS = 200;
/** In the last round they land further apart. Always in the order of the seats: the order tells nothing of results. */
export const BATTLE_LAST_STAGGER_MS = 380;

/** How long the reel of a seat spins in a round. */
export function battleSpinMs(round: number, rounds: number, seat: number): number {
  return BATTLE_SPIN_MS + seat * (round === rounds - 1 ? BATTLE_LAST_STAGGER_MS : BATTLE_STAGGER_MS);
}

export interface BattlePlan {
  readonly seats: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly mode: BattleMode;
  /** values[round][seat] in cents; undefined while the server has not revealed the round. */
  readonly values: readonly (readonly number[] | undefined)[];
  /** reels[round][seat]. */
  readonly reels: readonly (readonly ReelPlan[])[];
}

export type BattlePhase = "before" | "round" | "over";

export interface BattleState {
  phase: BattlePhase;
  round: number;
  /** Milliseconds since the round began. */
  tRound: number;
  readonly reels: ReelState[];
  /** Cents revealed so far, by seat. */
  readonly totals: number[];
  /** Rounds revealed so far, by seat. */
  readonly shown: number[];
  /** Cents that decide, by seat: of its team, of the last round alone, as the mode has it; of rounds that all show. */
  readonly points: number[];
  /** Bit s is set while seat s leads; 0 when none does or all are level. */
  leaders: number;
}

export const makeBattleState = (seats: number): BattleState => ({
  phase: "before",
  round: 0,
  tRound: 0,
  reels: Array.from({ length: seats }, makeReelState),
  totals: new Array<number>(seats).fill(0),
  shown: new Array<number>(seats).fill(0),
  points: new Array<number>(seats).fill(0),
  leaders: 0,
});

export const battleEndMs = (plan: BattlePlan): number => plan.rounds * plan.roundMs;

export function battleAt(plan: BattlePlan, tMs: number, out: BattleState = makeBattleState(plan.seats)): BattleState {
  const over = tMs >= battleEndMs(plan);
  const round = Math.max(0, Math.min(plan.rounds - 1, Math.floor(tMs / plan.roundMs)));
  out.phase = tMs < 0 ? "before" : over ? "over" : "round";
  out.round = round;
  out.tRound = tMs < 0 ? 0 : over ? plan.roundMs : tMs - round * plan.roundMs;
  for (let seat = 0; seat < plan.seats; seat++) {
    const reel = plan.reels[round]?.[seat];
    const state = out.reels[seat];
    if (!reel || !state) continue;
    const known = plan.values[round] !== undefined;
    if (known || tMs < 0) reelAt(reel, out.tRound, state);
    else freeReelAt(reel.count, out.tRound, state);
    let sum = 0;
    for (let r = 0; r < round; r++) sum += plan.values[r]?.[seat] ?? 0;
    const done = known && state.phase === "done";
    if (done) sum += plan.values[round]?.[seat] ?? 0;
    out.totals[seat] = sum;
    out.shown[seat] = round + (done ? 1 : 0);
  }
  out.leaders = leaders(plan, out);
  return out;
}

/** Cents of a seat over the first `rounds` rounds; in terminal only the last of them counts. */
function score(plan: BattlePlan, seat: number, rounds: number): number {
  if (plan.mode === "terminal") return plan.values[rounds - 1]?.[seat] ?? 0;
  let sum = 0;
  for (let r = 0; r < rounds; r++) sum += plan.values[r]?.[seat] ?? 0;
  return sum;
}

/**
 * Compared over the rounds that every seat has shown, so that a reel still turning cannot make its seat look behind.
 */
function leaders(plan: BattlePlan, state: BattleState): number {
  let rounds = plan.rounds;
  for (let s = 0; s < plan.seats; s++) rounds = Math.min(rounds, state.shown[s] ?? 0);
  const sign = plan.mode === "inverse" ? -1 : 1;
  let best = -Infinity;
  let mask = 0;
  for (let s = 0; s < plan.seats; s++) {
    const mate = plan.mode === "teams" ? score(plan, s ^ 1, rounds) : 0;
    const points = score(plan, s, rounds) + mate;
    state.points[s] = points;
    if (sign * points > best) {
      best = sign * points;
      mask = 0;
    }
    if (sign * points === best) mask |= 1 << s;
  }
  const all = (1 << plan.seats) - 1;
  return plan.mode === "share" || plan.seats < 2 || rounds === 0 || mask === all ? 0 : mask;
}

/**
 * How near the decision is while the reels of the last round turn: 1 where nothing lies between the first two, 0 where
 * the whole pot does. In terminal the last round alone decides, so all is open. Null: nothing is being decided.
 */
export function tensionIn(plan: BattlePlan, state: BattleState): number | null {
  if (state.phase !== "round" || state.round !== plan.rounds - 1) return null;
  if (plan.mode === "share" || plan.seats < 2 || !turns(state)) return null;
  if (plan.mode === "terminal") return 1;
  const sign = plan.mode === "inverse" ? -1 : 1;
  let pot = 0;
  let first = 0;
  for (let s = 0; s < plan.seats; s++) {
    pot += state.totals[s] ?? 0;
    if (sign * (state.points[s] ?? 0) > sign * (state.points[first] ?? 0)) first = s;
  }
  let second = -Infinity;
  for (let s = 0; s < plan.seats; s++) {
    const ally = plan.mode === "teams" && s === (first ^ 1);
    if (s !== first && !ally) second = Math.max(second, sign * (state.points[s] ?? 0));
  }
  return pot > 0 ? clamp01(1 - (sign * (state.points[first] ?? 0) - second) / pot) : 1;
}

function turns({ reels }: BattleState): boolean {
  for (const reel of reels) if (reel.phase !== "done") return true;
  return false;
}

/**
 * The next moment after t at which something discrete changes (a round begins, a reel rests, the end), so that a page
 * can pause until then instead of checking every frame. Infinity after the end.
 */
export function nextChangeMs(plan: BattlePlan, tMs: number): number {
  if (tMs < 0) return 0;
  if (tMs >= battleEndMs(plan)) return Infinity;
  const round = Math.floor(tMs / plan.roundMs);
  const began = round * plan.roundMs;
  let next = began + plan.roundMs;
  for (const reel of plan.reels[round] ?? []) {
    const rests = began + reelRestMs(reel);
    if (rests > tMs && rests < next) next = rests;
  }
  return next;
}

/**
 * The moment to show instead of t for a player who asked for calm: a known round stands revealed from its beginning.
 */
export function calmMs(plan: BattlePlan, tMs: number): number {
  if (tMs < 0 || tMs >= battleEndMs(plan)) return tMs;
  const round = Math.floor(tMs / plan.roundMs);
  return plan.values[round] ? (round + 1) * plan.roundMs - 1 : tMs;
}
