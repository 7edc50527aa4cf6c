/** What the bundles of an opening and of an upgrade share: one result, which a player's epoch has drawn. */
import type { Bundle, ResultProof } from "./bundle.ts";
import { at, badInput } from "./input.ts";
import { nonceMax, resultId, soloScope } from "./scope.ts";

export function onlyResult(b: Bundle): ResultProof {
  if (b.results.length !== 1) badInput("a bundle of one draw has one result");
  return at(b.results, 0);
}

export function checkSoloForm(b: Bundle): void {
  const r = onlyResult(b);
  if (r.seat !== 0 || r.n >= nonceMax) badInput(`nonce ${r.n} seat ${r.seat}`);
  if (b.scope !== soloScope(r.player, b.epoch) || b.resultID !== resultId(b.scope, r.n)) badInput("scope or result id");
}

/** What the leaf of the result says of its draw. */
export function wantedDraw(b: Bundle, r: ResultProof) {
  return {
    scope: b.scope,
    n: r.n,
    player: r.player,
    userSeed: r.userSeed,
    serverSeed: r.serverSeed,
    serverHash: r.serverHash,
    resultHash: r.resultHash,
    v: r.v,
    ctx: b.context.hash,
    beacon: b.beacon.value,
  };
}
