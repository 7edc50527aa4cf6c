/** A trade-in before it is made (docs/rules.md). Pure; the server decides by the same rule. */
import type { OwnItem } from "./api.ts";

export interface Offer {
  readonly items: readonly OwnItem[];
  readonly gemsCents: number;
  readonly target: { readonly id: number; readonly priceCents: number } | null;
  /** Of the target, as the mall asks it: undefined while it is not known, null where the mall does not sell it. */
  readonly mallCents?: number | null | undefined;
}

export const EMPTY: Offer = { items: [], gemsCents: 0, target: null };

export type OfferState = "items" | "target" | "dear" | "price" | "gone" | "gems" | "ok";

export const totalOf = (offer: Pick<Offer, "items" | "gemsCents">): number =>
  offer.items.reduce((sum, item) => sum + item.valueCents, offer.gemsCents);

/** The most that a target may be worth: 97 % of what is given, in whole cents. */
export const limitOf = (offer: Pick<Offer, "items" | "gemsCents">): number => Math.floor((totalOf(offer) * 97) / 100);

export const complete = (offer: Offer): boolean =>
  offer.items.length >= 2 || (offer.items.length === 1 && offer.gemsCents > 0);

const itemsOf = (offer: Offer): number => totalOf({ ...offer, gemsCents: 0 });

/** What the given items are not worth of the target costs that share of the mall's price, to the next cent. */
export function costOf(offer: Offer): number {
  const { target, mallCents } = offer;
  const missing = target ? target.priceCents - itemsOf(offer) : 0;
  if (!target || !mallCents || missing <= 0) return 0;
  const whole = BigInt(target.priceCents);
  return Number((BigInt(missing) * BigInt(mallCents) + whole - 1n) / whole);
}

export function stateOf(offer: Offer): OfferState {
  if (!complete(offer)) return "items";
  if (!offer.target) return "target";
  if (offer.target.priceCents > limitOf(offer)) return "dear";
  if (offer.gemsCents === 0) return "ok";
  if (offer.mallCents === undefined) return "price";
  if (offer.mallCents === null) return "gone";
  return costOf(offer) > offer.gemsCents ? "gems" : "ok";
}

export const refundOf = (offer: Offer): number =>
  stateOf(offer) === "ok"
    ? offer.gemsCents - costOf(offer) + Math.max(0, itemsOf(offer) - (offer.target?.priceCents ?? 0))
    : 0;
