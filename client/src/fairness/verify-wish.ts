import type { Bundle, WishProof } from "./bundle.ts";
import { at, badInput, isHash, isId, mismatch } from "./input.ts";
import { wishScope } from "./scope.ts";
import { serverSeed } from "./seed.ts";
import { attempt, type KindVerifier, keyHidden, skip } from "./verification.ts";
import { parseWishContext, wishBottlesMax, wishBottlesMin, wishDrawn } from "./wish-room.ts";

/** The bottle that won a wish room. */
export const verifier: KindVerifier = {
  form(b) {
    const p = part(b);
    if (b.epoch !== 0 || b.resultID !== b.scope || b.odds.length !== 0 || b.results.length !== 0) {
      badInput("a wish bundle has epoch 0, its scope as result id, and neither odds nor results");
    }
    if (p.bottles < wishBottlesMin || p.bottles > wishBottlesMax || !isId(p.bottle) || p.bottle > p.bottles) {
      badInput(`bottle ${p.bottle} of ${p.bottles}`);
    }
    if (!isId(p.player) || !isHash(p.serverSeed) || !isHash(p.serverHash) || !isHash(p.hash)) badInput("seed or hash");
  },

  context(b) {
    const c = parseWishContext(b.context.leaf);
    const { bottles, bottle, player } = part(b);
    if (wishScope(c.room) !== b.scope || c.bottles.length !== bottles || at(c.bottles, bottle - 1).player !== player) {
      mismatch("the bottles are of another room");
    }
    return c;
  },

  outcome(run) {
    const { bundle, key } = run;
    const p = part(bundle);
    attempt(run, "bottle", "the seeds of the bottles and the server seed make this bottle win", () => {
      const drawn = wishDrawn(parseWishContext(bundle.context.leaf), p.serverSeed);
      if (!Object.entries(drawn).every(([name, value]) => p[name as keyof WishProof] === value)) {
        mismatch("another bottle won");
      }
    });
    if (key === null) {
      skip(run, "wish-seed", keyHidden);
      return;
    }
    attempt(run, "wish-seed", "the server seed follows from key, beacon and bottles", () => {
      const d = { scope: bundle.scope, beacon: bundle.beacon.value, ctx: bundle.context.hash };
      if (serverSeed(key, d, 0, 0) !== p.serverSeed) mismatch("the key makes another server seed");
    });
  },

  /** A wish room's leaf is its roster lock. */
  leaf({ bundle }, leaf) {
    if (leaf !== bundle.context.leaf) mismatch("the log holds other bottles");
  },
};

function part(b: Bundle): WishProof {
  return b.wish ?? badInput("a wish bundle without its part");
}
