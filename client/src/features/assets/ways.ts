/** Rules of product spec §7 and §9 about ways to pay. Pure. */
import type { PayTier, PayWay } from "./api.ts";

/** Opens what it answers in a new window. */
export const IN_WINDOW = 2;
const ON_PHONES = 3;
const ON_DESKTOPS = 4;
/** Its code is for the payer's bank. */
export const PIX = 5;

/** Type 4 is not for phones, type 3 is for nothing else. */
export const waysFor = (ways: readonly PayWay[], phone: boolean): readonly PayWay[] =>
  ways.filter(({ type }) => type !== (phone ? ON_DESKTOPS : ON_PHONES));

/** A tier applies from its key on; the highest that is reached counts. */
export function tierOf(tiers: readonly PayTier[], price: number): PayTier | null {
  let best: PayTier | null = null;
  for (const tier of tiers) if (price >= tier.key && (best === null || tier.key > best.key)) best = tier;
  return best;
}

/** What a tier promises: its value, × 100 and in per cent when the ratio is 1. */
export const bonusOf = ({ ratio, val }: PayTier): { readonly share: boolean; readonly value: number } =>
  ratio === 1 ? { share: true, value: Math.round(val * 10_000) / 100 } : { share: false, value: val };

/** Where a payer may be sent: the site's own pages, or anywhere by https. */
export function safeAddress(url: string, origin: string): string | null {
  try {
    const address = new URL(url, origin);
    const ours = address.protocol === "http:" && address.origin === origin;
    return ours || address.protocol === "https:" ? address.href : null;
  } catch {
    return null;
  }
}
