import type { Bundle, ResultProof } from "./bundle.ts";
import { parseSoloContext } from "./context.ts";
import { drawn } from "./drawn.ts";
import { at, badInput, mismatch } from "./input.ts";
import { parseResultLeaf } from "./log.ts";
import { resultId, soloScope } from "./scope.ts";
import { nonceMax } from "./seed.ts";
import { agree, type KindVerifier } from "./verification.ts";

/** One opening: one result, one table, a player's epoch. */
export const verifier: KindVerifier = {
  form(b) {
    const r = only(b);
    if (b.odds.length !== 1) badInput("a box bundle has one table");
    if (r.seat !== 0 || r.n >= nonceMax) badInput(`nonce ${r.n} seat ${r.seat}`);
    if (b.scope !== soloScope(r.player, b.epoch) || b.resultID !== resultId(b.scope, r.n))
      badInput("scope or result id");
  },

  context(b) {
    const c = parseSoloContext(b.context.leaf);
    if (c.player !== only(b).player || c.epoch !== b.epoch) mismatch("the context is of another player or epoch");
    return c;
  },

  outcome: drawn,

  leaf({ bundle, tables }, leaf) {
    const r = only(bundle);
    const got = parseResultLeaf(leaf);
    const odds = tables.get(r.oddsHash) ?? mismatch("no odds to compare the leaf with");
    const want: Partial<typeof got> = {
      scope: bundle.scope,
      n: r.n,
      seat: r.seat,
      player: r.player,
      box: odds.boxID,
      oddsHash: r.oddsHash,
      item: r.item,
      valueCents: at(odds.entries, odds.pick(r.v)).valueCents,
      userSeed: r.userSeed,
      serverSeed: r.serverSeed,
      serverHash: r.serverHash,
      resultHash: r.resultHash,
      v: r.v,
      ctx: bundle.context.hash,
      beacon: bundle.beacon.value,
    };
    agree(got, want, "the log holds another result");
  },
};

function only(b: Bundle): ResultProof {
  if (b.results.length !== 1) badInput("a box bundle has one result");
  return at(b.results, 0);
}
