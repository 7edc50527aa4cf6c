import { badInput, quotient } from "./input.ts";
import { checkServerSeed } from "./number.ts";
import { ticketUnit } from "./odds.ts";
import { checkUserSeed, textHash } from "./seed.ts";

/** Bottle counts from 1; window is which six characters of the hash decided, from 0. */
export type Wish = { bottle: number; window: number; rehashes: number; hash: string };

/** First character of every bottle's user seed, then the server seed. */
export function wishWinner(bottleSeeds: readonly string[], serverSeed: string): Wish {
  if (bottleSeeds.length === 0 || bottleSeeds.length > ticketUnit) badInput(`${bottleSeeds.length} bottles`);
  checkServerSeed(serverSeed);
  for (const seed of bottleSeeds) checkUserSeed(seed);
  return wishAt(bottleSeeds.map((seed) => seed.charAt(0)).join("") + serverSeed, bottleSeeds.length);
}

/** Exported for the vectors: later windows need more bottles than a test can hold. */
export function wishAt(text: string, n: number): Wish {
  const limit = quotient(ticketUnit, n) * n;
  for (let rehashes = 0, hash = textHash(text); ; rehashes++, hash = textHash(hash)) {
    for (let window = 0; (window + 1) * 6 <= hash.length; window++) {
      const v = Number.parseInt(hash.slice(window * 6, window * 6 + 6), 16);
      if (v < limit) return { bottle: (v % n) + 1, window, rehashes, hash };
    }
  }
}
