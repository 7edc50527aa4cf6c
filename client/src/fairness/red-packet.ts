import { badInput, isCount, isId, quotient } from "./input.ts";
import { type Stream, shuffled } from "./stream.ts";

export const packetsMax = 100_000;

/** Splits a pool into n packets of at least minCents; they sum to it exactly. */
export function redPacket(stream: Stream, poolCents: number, n: number, minCents: number): number[] {
  if (!isId(n) || n > packetsMax) badInput(`rain of ${n} packets`);
  if (!isId(minCents) || !isCount(poolCents) || quotient(poolCents, n) < minCents) {
    badInput(`pool of ${poolCents} cents for ${n} packets of ${minCents}`);
  }
  const amounts: number[] = [];
  let rest = poolCents;
  for (let left = n; left > 1; left--) {
    const high = Math.max(minCents, Math.min(2 * quotient(rest, left), rest - minCents * (left - 1)));
    const amount = minCents + stream.uniform(high - minCents + 1);
    amounts.push(amount);
    rest -= amount;
  }
  amounts.push(rest);
  return shuffled(stream, amounts, n);
}
