import { badInput, isCount, isId } from "./input.ts";
import { maxV } from "./number.ts";

export const rateUnit = 100_000_000;

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
