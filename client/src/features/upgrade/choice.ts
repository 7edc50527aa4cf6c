/** What a player has laid on the table, and what follows from it. Pure; the server computes the same again. */
import { rateLeast, rateUnit, type UpgradeFee, upgradeItemsMax, upgradeRateE8 } from "../../fairness/upgrade-rate.ts";
import type { OwnItem } from "./api.ts";

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

export const stakeOf = (choice: Pick<Choice, "items" | "gemsCents">): number =>
  choice.items.reduce((sum, item) => sum + item.valueCents, choice.gemsCents);

export type Verdict = "items" | "target" | "low" | "high" | "ok";

export interface Rate {
  /** Unlimited: below 1 % and above 100 % cannot be played. */
  readonly rateE8: number;
  readonly verdict: Verdict;
  /** What comes back on average for one gem put in. */
  readonly returned: number;
}

export function rateOf(choice: Choice, fee: UpgradeFee): Rate {
  const stake = stakeOf(choice);
  if (choice.items.length === 0 || stake <= 0) return { rateE8: 0, verdict: "items", returned: 0 };
  if (!choice.target) return { rateE8: 0, verdict: "target", returned: 0 };
  const rateE8 = upgradeRateE8(fee, stake, choice.target.priceCents);
  const returned = ((rateE8 / rateUnit) * choice.target.priceCents) / stake;
  return { rateE8, verdict: rateE8 < rateLeast ? "low" : rateE8 > rateUnit ? "high" : "ok", returned };
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

/** Of what can be won with this stake, the item nearest to a multiple of it. */
export function nearest<T extends { readonly priceCents: number }>(
  goods: readonly T[],
  stakeCents: number,
  times: number,
  fee: UpgradeFee,
): T | null {
  let best: T | null = null;
  for (const item of goods) {
    if (item.priceCents <= 0 || stakeCents <= 0) continue;
    const rate = upgradeRateE8(fee, stakeCents, item.priceCents);
    if (rate < rateLeast || rate > rateUnit) continue;
    const off = Math.abs(item.priceCents - stakeCents * times);
    if (best === null || off < Math.abs(best.priceCents - stakeCents * times)) best = item;
  }
  return best;
}
