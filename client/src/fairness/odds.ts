import { canonical, type Line } from "./canon.ts";
import { at, badInput, isId, quotient } from "./input.ts";
import { maxV } from "./number.ts";
import { textHash } from "./seed.ts";

export const weightUnit = 100_000_000;
export const weightMin = 1_000;
export const ticketUnit = maxV + 1;
export const itemValueMax = 2 ** 38 - 1;
const entriesMax = 1_000;

/** Weight in 10⁻⁸, value in cents. */
export type OddsEntry = { item: number; weight: number; valueCents: number };

/** A box's table of chances, committed by its hash and never changed in place. */
export class Odds {
  readonly boxID: number;
  readonly version: number;
  readonly entries: readonly OddsEntry[];
  readonly canonical: string;
  readonly hash: string;
  private readonly high: readonly number[];

  constructor(boxID: number, version: number, entries: readonly OddsEntry[]) {
    if (!isId(boxID) || !isId(version) || version > 0xffffffff) badInput(`odds of box ${boxID} version ${version}`);
    if (entries.length === 0 || entries.length > entriesMax) badInput(`odds of ${entries.length} entries`);
    this.boxID = boxID;
    this.version = version;
    this.entries = entries.map(({ item, weight, valueCents }) => ({ item, weight, valueCents }));
    this.high = highs(this.entries);
    const lines: Line[] = [
      ["box", boxID],
      ["version", version],
      ["entries", entries.length],
    ];
    for (const e of entries) lines.push(["item", e.item], ["weight", e.weight], ["value-cents", e.valueCents]);
    this.canonical = canonical("BOX1/odds", lines);
    this.hash = textHash(this.canonical);
  }

  /** The first and the last v that entry i owns. */
  bounds(i: number): readonly [low: number, high: number] {
    return [i === 0 ? 0 : at(this.high, i - 1) + 1, at(this.high, i)];
  }

  /** How many values v entry i owns, out of ticketUnit. */
  tickets(i: number): number {
    const [low, high] = this.bounds(i);
    return high - low + 1;
  }

  /** The entry that owns v, or -1 when v is no such number. */
  pick(v: number): number {
    if (!Number.isInteger(v) || v < 0) return -1;
    return this.high.findIndex((high) => v <= high);
  }

  /** Expected value in cents times ticketUnit, exact. */
  expectedTickets(): bigint {
    return this.entries.reduce((sum, e, i) => sum + BigInt(e.valueCents) * BigInt(this.tickets(i)), 0n);
  }
}

function highs(entries: readonly OddsEntry[]): number[] {
  const seen = new Set<number>();
  const high: number[] = [];
  let sum = 0;
  for (const e of entries) {
    if (!isId(e.item) || seen.has(e.item)) badInput(`odds item ${e.item} missing or repeated`);
    if (!isId(e.weight) || e.weight < weightMin) badInput(`odds weight ${e.weight} is below 1e-5`);
    if (!isId(e.valueCents) || e.valueCents > itemValueMax) badInput(`odds value of ${e.valueCents} cents`);
    seen.add(e.item);
    sum += e.weight;
    if (sum > weightUnit) break;
    high.push(quotient(sum * maxV, weightUnit));
  }
  if (sum !== weightUnit) badInput(`odds weights do not sum to ${weightUnit}`);
  return high;
}
