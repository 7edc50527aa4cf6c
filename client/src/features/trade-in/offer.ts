/** A trade-in before it is made (design: rules of the house). Pure; the server decides by the same rule. */
import type { OwnItem } from "./api.ts";

export interface Offer {
  readonly items: readonly OwnItem[];
  readonly gemsCents: number;
  readonly target: { readonly id: number; readonly priceCents: number } | null;
}

export const EMPTY: Offer = { items: [], gemsCents: 0, target: null };

export type OfferState = "items" | "target" | "dear" | "ok";

export const totalOf = (offer: Pick<Offer, "items" | "gemsCents">): number =>
  offer.items.reduce((sum, item) => sum + item.valueCents, offer.gemsCents);

/** The most that a target may be worth: 97 % of what is given, in whole cents. */
export const limitOf = (offer: Pick<Offer, "items" | "gemsCents">): number => Math.floor((totalOf(offer) * 97) / 100);

export const complete = (offer: Offer): boolean =>
  offer.items.length >= 2 || (offer.items.length === 1 && offer.gemsCents > 0);

export function stateOf(offer: Offer): OfferState {
  if (!complete(offer)) return "items";
  if (!offer.target) return "target";
  return offer.target.priceCents > limitOf(offer) ? "dear" : "ok";
}

export const refundOf = (offer: Offer): number =>
  stateOf(offer) === "ok" ? totalOf(offer) - (offer.target?.priceCents ?? 0) : 0;
