import type { Bundle, LuckycardProof } from "./bundle.ts";
import { checkListForm, checkOpened, checkRedrawn, type Shown, wantedHead } from "./committed.ts";
import { at, badInput, isId, mismatch } from "./input.ts";
import {
  deckFlipsHash,
  deckMax,
  drawDeck,
  parseDeckEndLeaf,
  parseFlipLeaf,
  parseLuckycardContext,
  priceAfter,
  topCard,
} from "./luckycard.ts";
import { luckycardScope } from "./scope.ts";
import { agree, attempt, type KindVerifier, keyHidden, skip } from "./verification.ts";

/** One flip of a lucky card, or a whole deck. */
export const verifier: KindVerifier = {
  form(b) {
    const p = part(b);
    checkListForm(b, p, p.flips);
    if (p.flips.length === 0) badInput("a lucky-card bundle without a flip");
    for (const f of p.flips) {
      if (f.place >= deckMax || !isId(f.player) || !isId(f.card) || f.card > deckMax) badInput(`flip at ${f.place}`);
    }
    const { before = [] } = p;
    if ((p.opening === null && before.length > 0) || before.length >= deckMax)
      badInput("cards before the flips of a deck");
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
        const { cards } = parseLuckycardContext(bundle.context.leaf);
        checkOpened("deck", bundle, p.root, opening, cards.length, at(shown(p), 0));
      });
    }
    if (key === null) skip(run, "deck", keyHidden);
    else {
      attempt(run, "deck", "the stream shuffles the cards into this order behind the root", () => {
        const c = parseLuckycardContext(bundle.context.leaf);
        const order = drawDeck(key, c, bundle.beacon.value, bundle.context.hash);
        checkRedrawn("deck", bundle, p.root, key, order, shown(p));
      });
    }
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
    const common = wantedHead(bundle, p.root);
    if (p.opening === null) {
      const want = { ...common, flipped: p.flips.length, flips: deckFlipsHash(p.flips) };
      agree(parseDeckEndLeaf(leaf), want, "the log holds another end");
      return;
    }
    const { place, player, card } = at(p.flips, 0);
    const { before = [] } = p;
    const priceCents = priceAfter(parseLuckycardContext(bundle.context.leaf), before);
    if (before.includes(card)) mismatch("the card was turned before");
    agree(parseFlipLeaf(leaf), { ...common, n: place, player, card, priceCents }, "the log holds another flip");
  },
};

function shown(p: LuckycardProof): Shown[] {
  return p.flips.map((f) => ({ place: f.place, value: f.card }));
}

function part(b: Bundle): LuckycardProof {
  return b.luckycard ?? badInput("a lucky-card bundle without its part");
}
