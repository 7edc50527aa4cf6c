/** What a player has laid on the table, and what the server quotes for it. Pure. */
import { upgradeItemsMax } from "../../fairness/upgrade-rate.ts";
import type { Odds, OwnItem, Quote } from "./api.ts";

export interface Choice {
  readonly items: readonly OwnItem[];
  readonly gemsCents: number;
  readonly target: { readonly id: number; readonly priceCents: number } | null;
  /** Where the winning section begins, in 0.01 %. */
  readonly startBp: number;
}

export const EMPTY: Choice = { items: [], gemsCents: 0, target: null, startBp: 0 };

/** Gems are added in steps of a whole gem. */
export const GEM_CENTS = 100;

/** The most that a balance lets be added. */
export const mostOf = (balanceCents: number): number => Math.floor(balanceCents / GEM_CENTS) * GEM_CENTS;

interface Stake {
  readonly items: readonly { readonly valueCents: number }[];
  readonly gemsCents: number;
}

export const stakeOf = (choice: Stake): number =>
  choice.items.reduce((sum, item) => sum + item.valueCents, choice.gemsCents);

export type Verdict = "items" | "target" | "waiting" | "low" | "high" | "ok";

export interface Rate {
  readonly rateE8: number;
  /** The target's price, as it is quoted. */
  readonly targetCents: number;
  readonly verdict: Verdict;
  /** What comes back on average for one gem put in. */
  readonly returned: number;
}

/** What the table says, by the quote for what lies on it; undefined while it is on its way. */
export function rateOf(choice: Choice, quote: Quote | undefined): Rate {
  const none = { rateE8: 0, targetCents: choice.target?.priceCents ?? 0, returned: 0 };
  const stake = stakeOf(choice);
  const { target } = choice;
  if (choice.items.length === 0 || stake <= 0) return { ...none, verdict: "items" };
  if (!target) return { ...none, verdict: "target" };
  if (!quote) return { ...none, verdict: "waiting" };
  const odds = quote.targets.find((one) => one.target === target.id);
  if (!odds) return { ...none, verdict: target.priceCents > stake ? "low" : "high" };
  const { rateE8, targetCents, returnPpm } = odds;
  return { rateE8, targetCents, returned: returnPpm / 1e6, verdict: "ok" };
}

/** Puts an item in or takes it out; a full table takes no more. */
export function toggled(items: readonly OwnItem[], item: OwnItem): readonly OwnItem[] {
  if (items.some(({ id }) => id === item.id)) return items.filter(({ id }) => id !== item.id);
  return items.length < upgradeItemsMax ? [...items, item] : items;
}

/** Items that are still there after the backpack was read again. */
export function kept(items: readonly OwnItem[], own: readonly OwnItem[]): readonly OwnItem[] {
  const ids = new Set(own.map(({ id }) => id));
  const left = items.filter(({ id }) => ids.has(id));
  return left.length === items.length ? items : left;
}

/** Of what can be won, the target nearest to a multiple of the stake. */
export function nearest(quote: Quote, times: number): Odds | null {
  const off = ({ targetCents }: Odds) => Math.abs(targetCents - quote.stakeCents * times);
  return quote.targets.reduce<Odds | null>((best, one) => (best === null || off(one) < off(best) ? one : best), null);
}
