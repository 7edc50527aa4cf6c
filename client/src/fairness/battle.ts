import { at, badInput, isCount, quotient } from "./input.ts";

export const battleModes = ["normal", "inverse", "terminal", "share", "teams"] as const;
export type BattleMode = (typeof battleModes)[number];

export const battleSeatsMin = 2;
export const battleSeatsMax = 4;
export const battleRoundsMax = 15;
const valueMax = quotient(Number.MAX_SAFE_INTEGER, battleRoundsMax * battleSeatsMax);

/** Team mode is 2v2: seats 0 and 1 against seats 2 and 3. */
const teamSeats: readonly number[] = [0, 0, 1, 1];

export function battleTeams(mode: BattleMode): readonly number[] | null {
  return mode === "teams" ? teamSeats : null;
}

export function checkBattleMode(mode: string, seats: number): BattleMode {
  const known = battleModes.find((m) => m === mode);
  if (known === undefined) badInput(`battle mode ${mode}`);
  const fits = known === "teams" ? seats === teamSeats.length : seats >= battleSeatsMin && seats <= battleSeatsMax;
  if (!fits) badInput(`battle mode ${mode} with ${seats} seats`);
  return known;
}

export type BattleScore = {
  totals: number[];
  /** What the mode compared, per seat. */
  scores: number[];
  /** Seats level at the top when one winner was needed. */
  tied: number[] | null;
  tieSeat: number | null;
  winners: number[];
};

/** Decides a battle from the values drawn, by round and seat, in cents. */
export function scoreBattle(
  mode: BattleMode,
  values: readonly (readonly number[])[],
  tie: ((tied: readonly number[]) => number) | null,
): BattleScore {
  checkValues(mode, values);
  const last = at(values, values.length - 1);
  const seats = last.map((_, seat) => seat);
  const totals = seats.map((seat) => values.reduce((sum, round) => sum + at(round, seat), 0));
  const sides = battleTeams(mode) ?? seats;
  const scores = decidingScores(mode, totals, last, sides);
  if (mode === "share") return { totals, scores, tied: null, tieSeat: null, winners: seats };

  const best = mode === "inverse" ? Math.min(...scores) : Math.max(...scores);
  const level = seats.filter((seat) => scores[seat] === best);
  if (new Set(level.map((seat) => sides[seat])).size === 1) {
    return { totals, scores, tied: null, tieSeat: null, winners: level };
  }
  if (tie === null) badInput(`seats ${level} are tied and nothing breaks it`);
  const tieSeat = tie(level);
  if (!level.includes(tieSeat)) badInput(`seat ${tieSeat} does not belong to the tie ${level}`);
  return { totals, scores, tied: level, tieSeat, winners: seats.filter((seat) => sides[seat] === sides[tieSeat]) };
}

function decidingScores(
  mode: BattleMode,
  totals: number[],
  last: readonly number[],
  sides: readonly number[],
): number[] {
  if (mode === "terminal") return [...last];
  if (mode !== "teams") return [...totals];
  return sides.map((side) => totals.reduce((sum, total, seat) => (sides[seat] === side ? sum + total : sum), 0));
}

function checkValues(mode: BattleMode, values: readonly (readonly number[])[]): void {
  if (values.length === 0 || values.length > battleRoundsMax) badInput(`battle of ${values.length} rounds`);
  const seats = at(values, 0).length;
  checkBattleMode(mode, seats);
  for (const round of values) {
    if (round.length !== seats || !round.every((value) => isCount(value) && value <= valueMax)) {
      badInput("values of a round");
    }
  }
}
