/** What a flip of a lucky card costs. Pure, and without what proofs need, so that a room can show it. */

/** Of its price every flip gives back so many millionths at most, in rooms that are opened now. */
export const flipReturnPpm = 920_000;

/**
 * What the next flip costs when so many cards worth so much lie face down: their mean over the return, rounded up, so
 * that waiting for others gains nothing.
 */
export function flipCents(leftCents: number, left: number, returnPpm: number): number {
  const per = BigInt(left) * BigInt(returnPpm);
  return Number((BigInt(leftCents) * 1_000_000n + per - 1n) / per);
}
