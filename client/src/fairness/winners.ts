import { at, badInput, isId } from "./input.ts";
import { type Stream, shuffled } from "./stream.ts";

const entrantsMax = 1_000_000;

/** k distinct places of 0 … n-1 (join order); winner i takes prize i of prizeOrder. */
export function winners(stream: Stream, n: number, k: number): number[] {
  checkWinners(n, k);
  return shuffled(
    stream,
    Array.from({ length: n }, (_, i) => i),
    k,
  );
}

/** k distinct places, each time in proportion to the weights that are left. */
export function winnersWeighted(stream: Stream, weights: readonly number[], k: number): number[] {
  checkWinners(weights.length, k);
  if (!weights.every((w) => isId(w) && w <= 0xffffffff)) badInput("weight of an entrant");
  const left = [...weights];
  let total = left.reduce((sum, w) => sum + w, 0);
  const out: number[] = [];
  for (let i = 0; i < k; i++) {
    let where = stream.uniform(total);
    let place = 0;
    while (where >= at(left, place)) where -= at(left, place++);
    out.push(place);
    total -= at(left, place);
    left[place] = 0;
  }
  return out;
}

export type Prize = { id: number; valueCents: number };

/** Value descending, then id. */
export function prizeOrder(prizes: readonly Prize[]): Prize[] {
  return [...prizes].sort((a, b) => b.valueCents - a.valueCents || a.id - b.id);
}

function checkWinners(n: number, k: number): void {
  if (!isId(n) || n > entrantsMax || !isId(k) || k > n) badInput(`${k} winners of ${n} entrants`);
}
