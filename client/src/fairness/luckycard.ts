import { CanonReader, canonical } from "./canon.ts";
import { listHead } from "./committed.ts";
import { type Promised, readPromised } from "./context.ts";
import { deck } from "./deck.ts";
import { flipCents } from "./flip-price.ts";
import { badInput, mismatch } from "./input.ts";
import { luckycardScope } from "./scope.ts";
import { type Key, textHash } from "./seed.ts";
import { Stream } from "./stream.ts";

export const deckMax = 100;
const deckMin = 9;

/** The card that ends a room. */
export const topCard = 1;

/** One card: an item of the catalogue at the value it has in this room. */
export type DeckCard = { id: number; def: number; valueCents: number };

/**
 * Everything the order of a deck is drawn from, fixed before the beacon value exists. A flip costs what its return
 * says; decks of before it have one price for every flip, and a return of 0.
 */
export type LuckycardContext = Promised & { room: number; priceCents: number; returnPpm: number; cards: DeckCard[] };

/** A card that was turned; place is that in the committed order. */
export type DeckFlip = { place: number; player: number; card: number };

export function parseLuckycardContext(leaf: string): LuckycardContext {
  const r = new CanonReader("BOX1/luckycard", leaf);
  const room = r.int("room", 1);
  const byReturn = leaf.includes("\nreturn-ppm=");
  const returnPpm = byReturn ? r.int("return-ppm", 1, 1_000_000) : 0;
  const priceCents = byReturn ? 0 : r.int("price-cents", 1);
  const cards = Array.from({ length: r.int("cards", deckMin, deckMax) }, (_, i) => ({
    id: r.int("card", i + 1, i + 1),
    def: r.int("def", 1),
    valueCents: r.int("value-cents", 1),
  }));
  const promised = readPromised(r);
  r.close();
  const [top, ...others] = cards;
  if (!top || others.some((c) => c.valueCents >= top.valueCents)) badInput("the deck has no top prize");
  if (byReturn && worth(cards) > deckMaxCents) badInput("a deck worth too much");
  return { room, priceCents, returnPpm, cards, ...promised };
}

const deckMaxCents = 9_000_000_000_000;

const worth = (cards: readonly DeckCard[]) => cards.reduce((sum, { valueCents }) => sum + valueCents, 0);

/** What a flip costs once these cards were turned. */
export function priceAfter(c: LuckycardContext, turned: readonly number[]): number {
  if (c.returnPpm === 0) return c.priceCents;
  const gone = new Set(turned);
  if (gone.size !== turned.length || turned.some((id) => id <= topCard || id > c.cards.length)) {
    mismatch("such cards cannot have been turned before");
  }
  const left = c.cards.filter(({ id }) => !gone.has(id));
  return flipCents(worth(left), left.length, c.returnPpm);
}

/** The ids of the cards by place. */
export function drawDeck(key: Key, c: LuckycardContext, beacon: string, ctx: string): number[] {
  const stream = new Stream(key, "deck", { scope: luckycardScope(c.room), beacon, ctx });
  return deck(
    stream,
    c.cards.map((card) => card.id),
  );
}

/** What the end of a room publishes of its flips. */
export function deckFlipsHash(flips: readonly DeckFlip[]): string {
  return textHash(
    canonical(
      "BOX1/luckycard-flips",
      flips.map((f) => ["flip", `${f.place}:u${f.player}:${f.card}`] as const),
    ),
  );
}

export function parseFlipLeaf(leaf: string) {
  const r = new CanonReader("BOX1/luckycard-flip", leaf);
  const record = {
    ...listHead(r),
    n: r.int("n"),
    player: r.int("player", 1),
    bot: r.bool("bot"),
    card: r.int("card", 1),
    priceCents: r.int("price-cents", 1),
    atMS: r.int("at-ms", 1),
  };
  r.close();
  return record;
}

export function parseDeckEndLeaf(leaf: string) {
  const r = new CanonReader("BOX1/luckycard-end", leaf);
  const record = { ...listHead(r), flipped: r.int("flipped", 1), flips: r.hash("flips"), atMS: r.int("at-ms", 1) };
  r.close();
  return record;
}
