import { canonical, type Line } from "./canon.ts";
import { badInput, isCount, isId } from "./input.ts";
import { maxV } from "./number.ts";
import { textHash } from "./seed.ts";

/** The denominator of a success rate: 10⁸ for certainty. */
export const rateUnit = 100_000_000;
/** What rates and sections are rounded to, 0.01 %. */
export const rateStep = rateUnit / 10_000;
/** The smallest rate an upgrade may have, 1 %. */
export const rateLeast = rateUnit / 100;
export const upgradeItemsMax = 10;
const valueMax = 2 ** 38 - 1;

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

export function checkUpgradeTerms(t: UpgradeTerms): void {
  if (!isId(t.player) || !isId(t.target)) badInput("upgrade without player or target");
  if (t.items.length < 1 || t.items.length > upgradeItemsMax) badInput(`upgrade of ${t.items.length} items`);
  if (!isCount(t.gemsCents) || t.gemsCents > valueMax || !isValue(t.targetCents)) badInput("upgrade: gems or target");
  if (t.rateE8 < rateLeast || t.rateE8 > rateUnit || t.rateE8 % rateStep !== 0) badInput(`upgrade rate ${t.rateE8}`);
  if (!isCount(t.startE8) || t.startE8 >= rateUnit || t.startE8 % rateStep !== 0) badInput(`section at ${t.startE8}`);
  for (const item of t.items) {
    if (!/^[1-9][0-9]{0,18}$/.test(item.id) || !isId(item.def) || !isValue(item.valueCents)) badInput("upgrade item");
    if (BigInt(item.id) >= 2n ** 63n) badInput("upgrade item");
  }
  if (new Set(t.items.map((item) => item.id)).size !== t.items.length) badInput("an item goes in twice");
  checkFee(t);
}

/** Hex SHA-256 of the canonical text: what the ticket names. */
export function upgradeTermsHash(t: UpgradeTerms): string {
  checkUpgradeTerms(t);
  const lines: Line[] = [
    ["player", t.player],
    ["items", t.items.length],
  ];
  for (const item of t.items) lines.push(["item", item.id], ["def", item.def], ["value-cents", item.valueCents]);
  return textHash(
    canonical("BOX1/upgrade-terms", [
      ...lines,
      ["gems-cents", t.gemsCents],
      ["target", t.target],
      ["target-cents", t.targetCents],
      ["draw-ppm", t.drawPPM],
      ["least-ppm", t.leastPPM],
      ["rate-e8", t.rateE8],
      ["start-e8", t.startE8],
    ]),
  );
}

function checkFee({ drawPPM, leastPPM }: UpgradeFee): void {
  const drawn = isId(drawPPM) && drawPPM < 1_000_000;
  if (!drawn || !isCount(leastPPM) || leastPPM >= 1_000_000 || leastPPM % 100 !== 0) badInput("upgrade fee");
}

function isValue(cents: number): boolean {
  return isId(cents) && cents <= valueMax;
}

/**
 * Decides an upgrade in integers: with start 0, v·10⁸ ≤ rate·16777215; otherwise
 * the winning section is (start, start + rate], wrapping at 1. All products stay
 * below 2⁵³.
 */
export function upgradeWins(v: number, rateE8: number, startE8: number): boolean {
  if (!isCount(v) || v > maxV) badInput(`v ${v}`);
  if (!isId(rateE8) || rateE8 > rateUnit) badInput(`upgrade rate ${rateE8}`);
  if (!isCount(startE8) || startE8 >= rateUnit) badInput(`upgrade section starts at ${startE8}`);
  const where = v * rateUnit;
  const end = startE8 + rateE8;
  if (startE8 === 0) return where <= end * maxV;
  const afterStart = where > startE8 * maxV;
  if (end > rateUnit) return afterStart || where <= (end - rateUnit) * maxV;
  return afterStart && where <= end * maxV;
}
