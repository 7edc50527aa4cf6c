import type { Bundle, RainProof } from "./bundle.ts";
import { at, badInput, isId, mismatch } from "./input.ts";
import { checkOpening, listRoot, salts } from "./merkle.ts";
import {
  checkRainCaps,
  drawRain,
  parseRainClaimLeaf,
  parseRainContext,
  parseRainEndLeaf,
  rainClaimsHash,
  rainPacketsMax,
} from "./rain.ts";
import { rainScope } from "./scope.ts";
import { attempt, checkListForm, type KindVerifier, keyHidden, skip, type Verification } from "./verification.ts";

/** One claim of a red-packet rain, or a whole rain. */
export const verifier: KindVerifier = {
  form(b) {
    const p = part(b);
    checkListForm(b, p, p.claims);
    p.claims.forEach((c, i) => {
      const behind = i === 0 || c.place > at(p.claims, i - 1).place;
      if (c.place >= rainPacketsMax || !behind || !isId(c.player) || !isId(c.valueCents)) badInput(`claim ${i}`);
    });
  },

  context(b) {
    const c = parseRainContext(b.context.leaf);
    if (rainScope(c.room) !== b.scope) mismatch("the terms are of another rain");
    return c;
  },

  outcome(run) {
    const { bundle, key } = run;
    const p = part(bundle);
    const { opening } = p;
    if (opening !== null) {
      attempt(run, "opened", "the packet stands at its place behind the published root", () => {
        const c = parseRainContext(bundle.context.leaf);
        const claim = at(p.claims, 0);
        if (opening.index !== claim.place || opening.size !== c.packets || opening.value !== claim.valueCents) {
          mismatch("the opening is not that of the claim");
        }
        checkOpening("rain", bundle.scope, p.root, opening);
      });
    }
    if (key === null) skip(run, "amounts", keyHidden);
    else attempt(run, "amounts", "the stream splits the pool into these packets behind the root", () => redraw(run, p));
    attempt(run, "claims", "nobody got more packets or gems than a player may", () =>
      checkRainCaps(parseRainContext(bundle.context.leaf), p.claims),
    );
  },

  /** A claim's leaf is its own, that of a rain its end. */
  leaf({ bundle }, leaf) {
    const p = part(bundle);
    const common = { scope: bundle.scope, ctx: bundle.context.hash, beacon: bundle.beacon.value, root: p.root };
    if (p.opening === null) {
      const paidCents = p.claims.reduce((sum, c) => sum + c.valueCents, 0);
      const want = { ...common, claimed: p.claims.length, paidCents, claims: rainClaimsHash(p.claims) };
      agree(parseRainEndLeaf(leaf), want, "the log holds another end");
      return;
    }
    const { place, player, valueCents } = at(p.claims, 0);
    agree(parseRainClaimLeaf(leaf), { ...common, n: place, player, valueCents }, "the log holds another claim");
  },
};

function agree<T extends object>(got: T, want: Partial<T>, problem: string): void {
  if (!Object.entries(want).every(([name, value]) => got[name as keyof T] === value)) mismatch(problem);
}

function redraw({ bundle, key }: Verification, p: RainProof): void {
  if (key === null) badInput(keyHidden);
  const c = parseRainContext(bundle.context.leaf);
  const d = { scope: bundle.scope, beacon: bundle.beacon.value, ctx: bundle.context.hash };
  const amounts = drawRain(key, c, d.beacon, d.ctx);
  if (listRoot("rain", d.scope, amounts, salts(key, "rain", d, c.packets)) !== p.root) mismatch("another root");
  for (const claim of p.claims) {
    if (amounts[claim.place] !== claim.valueCents) mismatch(`packet ${claim.place} holds another amount`);
  }
}

function part(b: Bundle): RainProof {
  return b.rain ?? badInput("a rain bundle without its part");
}
