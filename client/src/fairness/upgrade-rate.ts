/** What an upgrade costs and yields, without a draw: also for screens that only show it. */
import { badInput, isCount, isId } from "./input.ts";

/** The denominator of a success rate: 10⁸ for certainty. */
export const rateUnit = 100_000_000;
/** What rates and sections are rounded to, 0.01 %. */
export const rateStep = rateUnit / 10_000;
/** The smallest rate an upgrade may have, 1 %. */
export const rateLeast = rateUnit / 100;
export const upgradeItemsMax = 10;
export const valueMax = 2 ** 38 - 1;

/** What the house keeps of a chance: a share of it, and of small chances at least a fixed piece. */
export type UpgradeFee = { drawPPM: number; leastPPM: number };

export type UpgradeItem = { id: string; def: number; valueCents: number };

/** All that an upgrade is played for, fixed before its draw. */
export type UpgradeTerms = UpgradeFee & {
  player: number;
  items: readonly UpgradeItem[];
  gemsCents: number;
  target: number;
  targetCents: number;
  rateE8: number;
  startE8: number;
};

/**
 * The success rate of a stake against a target, in units of 10⁻⁸, rounded half up to 0.01 %. It may lie outside what is
 * played, even below zero. With x = stake/target: x − least below least/draw, else x·(1 − draw).
 */
export function upgradeRateE8(fee: UpgradeFee, stakeCents: number, targetCents: number): number {
  if (!isValue(stakeCents) || !isValue(targetCents)) badInput(`upgrade of ${stakeCents} against ${targetCents}`);
  checkFee(fee);
  const [stake, target, draw, least] = [stakeCents, targetCents, fee.drawPPM, fee.leastPPM].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const step = BigInt(rateStep);
  if (stake * draw < target * least) return Number((halfUp(stake * 10_000n, target) - least / 100n) * step);
  return Number(halfUp(stake * (1_000_000n - draw), 100n * target) * step);
}

function halfUp(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

export function upgradeStake(t: Pick<UpgradeTerms, "items" | "gemsCents">): number {
  return t.items.reduce((sum, item) => sum + item.valueCents, t.gemsCents);
}

/** Where the winning section ends; below the start when it goes over the top of the circle. */
export function upgradeEndE8(t: Pick<UpgradeTerms, "rateE8" | "startE8">): number {
  const end = t.startE8 + t.rateE8;
  return end > rateUnit ? end - rateUnit : end;
}

export function checkFee({ drawPPM, leastPPM }: UpgradeFee): void {
  const drawn = isId(drawPPM) && drawPPM < 1_000_000;
  if (!drawn || !isCount(leastPPM) || leastPPM >= 1_000_000 || leastPPM % 100 !== 0) badInput("upgrade fee");
}

export function isValue(cents: number): boolean {
  return isId(cents) && cents <= valueMax;
}
