import type { Bundle, LuckycardProof } from "./bundle.ts";
import { at, badInput, isId, mismatch } from "./input.ts";
import {
  deckFlipsHash,
  deckMax,
  drawDeck,
  parseDeckEndLeaf,
  parseFlipLeaf,
  parseLuckycardContext,
  topCard,
} from "./luckycard.ts";
import { checkOpening, listRoot, salts } from "./merkle.ts";
import { luckycardScope } from "./scope.ts";
import { attempt, checkListForm, type KindVerifier, keyHidden, skip, type Verification } from "./verification.ts";

/** One flip of a lucky card, or a whole deck. */
export const verifier: KindVerifier = {
  form(b) {
    const p = part(b);
    checkListForm(b, p, p.flips);
    if (p.flips.length === 0) badInput("a lucky-card bundle without a flip");
    for (const f of p.flips) {
      if (f.place >= deckMax || !isId(f.player) || !isId(f.card) || f.card > deckMax) badInput(`flip at ${f.place}`);
    }
    if (new Set(p.flips.map((f) => f.place)).size !== p.flips.length) badInput("a card was turned twice");
  },

  context(b) {
    const c = parseLuckycardContext(b.context.leaf);
    if (luckycardScope(c.room) !== b.scope) mismatch("the deck is of another room");
    return c;
  },

  outcome(run) {
    const { bundle, key } = run;
    const p = part(bundle);
    const { opening } = p;
    if (opening !== null) {
      attempt(run, "opened", "the card lies at its place behind the published root", () => {
        const c = parseLuckycardContext(bundle.context.leaf);
        const flip = at(p.flips, 0);
        if (opening.index !== flip.place || opening.size !== c.cards.length || opening.value !== flip.card) {
          mismatch("the opening is not that of the flip");
        }
        checkOpening("deck", bundle.scope, p.root, opening);
      });
    }
    if (key === null) skip(run, "deck", keyHidden);
    else attempt(run, "deck", "the stream shuffles the cards into this order behind the root", () => redraw(run, p));
    if (opening === null) {
      attempt(run, "ended", "the top prize went with the last flip and not before", () => {
        p.flips.forEach((f, i) => {
          if ((f.card === topCard) !== (i === p.flips.length - 1)) mismatch(`flip ${i} and the end disagree`);
        });
      });
    }
  },

  /** A flip's leaf is its own, that of a deck its end. */
  leaf({ bundle }, leaf) {
    const p = part(bundle);
    const common = { scope: bundle.scope, ctx: bundle.context.hash, beacon: bundle.beacon.value, root: p.root };
    if (p.opening === null) {
      const want = { ...common, flipped: p.flips.length, flips: deckFlipsHash(p.flips) };
      agree(parseDeckEndLeaf(leaf), want, "the log holds another end");
      return;
    }
    const { priceCents } = parseLuckycardContext(bundle.context.leaf);
    const { place, player, card } = at(p.flips, 0);
    agree(parseFlipLeaf(leaf), { ...common, n: place, player, card, priceCents }, "the log holds another flip");
  },
};

function agree<T extends object>(got: T, want: Partial<T>, problem: string): void {
  if (!Object.entries(want).every(([name, value]) => got[name as keyof T] === value)) mismatch(problem);
}

function redraw({ bundle, key }: Verification, p: LuckycardProof): void {
  if (key === null) badInput(keyHidden);
  const c = parseLuckycardContext(bundle.context.leaf);
  const d = { scope: bundle.scope, beacon: bundle.beacon.value, ctx: bundle.context.hash };
  const order = drawDeck(key, c, d.beacon, d.ctx);
  if (listRoot("deck", d.scope, order, salts(key, "deck", d, order.length)) !== p.root) mismatch("another root");
  for (const f of p.flips) {
    if (order[f.place] !== f.card) mismatch(`another card lies at ${f.place}`);
  }
}

function part(b: Bundle): LuckycardProof {
  return b.luckycard ?? badInput("a lucky-card bundle without its part");
}
