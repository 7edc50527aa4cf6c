import { canonical, type Line } from "./canon.ts";
import { badInput, isCount, isId } from "./input.ts";
import { maxV } from "./number.ts";
import { textHash } from "./seed.ts";
import {
  checkFee,
  isValue,
  rateLeast,
  rateStep,
  rateUnit,
  type UpgradeTerms,
  upgradeItemsMax,
  valueMax,
} from "./upgrade-rate.ts";

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
