import type { Bundle, ResultProof, UpgradeProof } from "./bundle.ts";
import { badInput, mismatch } from "./input.ts";
import { parseUpgradeLeaf } from "./log.ts";
import { checkSoloForm, onlyResult, wantedDraw } from "./solo.ts";
import { checkUpgradeTerms, upgradeTermsHash, upgradeWins } from "./upgrade.ts";
import { type UpgradeTerms, upgradeEndE8, upgradeRateE8, upgradeStake } from "./upgrade-rate.ts";
import { agree, attempt, type KindVerifier } from "./verification.ts";
import { verifier as boxVerifier } from "./verify-box.ts";

/** One upgrade: one result, no table, a player's epoch. */
export const verifier: KindVerifier = {
  form(b) {
    const r = onlyResult(b);
    if (b.odds.length !== 0) badInput("an upgrade bundle has no table");
    checkSoloForm(b);
    checkUpgradeTerms(termsOf(r, part(b)));
  },

  context: boxVerifier.context,

  outcome(run) {
    const r = onlyResult(run.bundle);
    const p = part(run.bundle);
    const terms = termsOf(r, p);
    attempt(run, "terms", "items, gems, target and rate hash to what the ticket named", () => {
      if (upgradeTermsHash(terms) !== r.oddsHash || r.item !== terms.target) mismatch("the result names other terms");
    });
    attempt(run, "rate", "the rate follows from stake, target and fee", () => {
      if (upgradeRateE8(terms, upgradeStake(terms), terms.targetCents) !== terms.rateE8) mismatch("another rate");
    });
    attempt(run, "section", "v lies in the winning section exactly when the upgrade was won", () => {
      if (r.startSection !== terms.startE8 || r.endSection !== upgradeEndE8(terms)) mismatch("another section");
      if (upgradeWins(r.v, terms.rateE8, terms.startE8) !== p.won) mismatch(`v ${r.v}`);
    });
  },

  leaf({ bundle }, leaf) {
    const r = onlyResult(bundle);
    const p = part(bundle);
    const got = parseUpgradeLeaf(leaf);
    const want: Partial<typeof got> = {
      ...wantedDraw(bundle, r),
      terms: r.oddsHash,
      stakeCents: upgradeStake(p),
      target: p.target,
      targetCents: p.targetCents,
      rateE8: p.rateE8,
      startE8: p.startE8,
      won: p.won,
    };
    agree(got, want, "the log holds another upgrade");
  },
};

function part(b: Bundle): UpgradeProof {
  return b.upgrade ?? badInput("an upgrade bundle without its part");
}

function termsOf(r: ResultProof, p: UpgradeProof): UpgradeTerms {
  const { won: _, ...terms } = p;
  return { player: r.player, ...terms };
}
