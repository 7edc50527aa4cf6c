import type { Bundle, RainProof } from "./bundle.ts";
import { checkListForm, checkOpened, checkRedrawn, type Shown, wantedHead } from "./committed.ts";
import { at, badInput, isId, mismatch } from "./input.ts";
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
import { agree, attempt, type KindVerifier, keyHidden, skip } from "./verification.ts";

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
        const { packets } = parseRainContext(bundle.context.leaf);
        checkOpened("rain", bundle, p.root, opening, packets, at(shown(p), 0));
      });
    }
    if (key === null) skip(run, "amounts", keyHidden);
    else {
      attempt(run, "amounts", "the stream splits the pool into these packets behind the root", () => {
        const c = parseRainContext(bundle.context.leaf);
        const amounts = drawRain(key, c, bundle.beacon.value, bundle.context.hash);
        checkRedrawn("rain", bundle, p.root, key, amounts, shown(p));
      });
    }
    attempt(run, "claims", "nobody got more packets or gems than a player may", () =>
      checkRainCaps(parseRainContext(bundle.context.leaf), p.claims),
    );
  },

  /** A claim's leaf is its own, that of a rain its end. */
  leaf({ bundle }, leaf) {
    const p = part(bundle);
    const common = wantedHead(bundle, p.root);
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

function shown(p: RainProof): Shown[] {
  return p.claims.map((c) => ({ place: c.place, value: c.valueCents }));
}

function part(b: Bundle): RainProof {
  return b.rain ?? badInput("a rain bundle without its part");
}
