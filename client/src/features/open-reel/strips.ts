/** From what the server answered to what the reel shows. Pure. */
import type { ReelEntry } from "../../stage/item-sheet.ts";
import { buildStrip, type StripOdds } from "../../stage/strip.ts";

export interface ReelItem extends ReelEntry {
  /** Shown as brand|name (product spec §3). */
  readonly brand: string;
  readonly name: string;
}

export interface OpenedResult {
  readonly resultId: string;
  readonly def: number;
  readonly valueCents: number;
}

export interface OpenReelStrip {
  readonly resultId: string;
  readonly entries: readonly ReelItem[];
  readonly won: ReelItem;
  readonly valueCents: number;
  /** Its chance in one opening, 0 … 1. */
  readonly chance: number;
}

type ItemOf = (def: number) => ReelItem | undefined;

const drawable = (odds: readonly StripOdds[], item: ItemOf): StripOdds[] =>
  odds.filter((o) => item(o.def) !== undefined);

const ticketsOf = (odds: readonly StripOdds[]): number => odds.reduce((sum, { tickets }) => sum + tickets, 0);

/**
 * `item` resolves a definition of the catalogue; definitions that it does not know are left out of the strip's odds.
 */
export function openReelStrips(
  results: readonly OpenedResult[],
  odds: readonly StripOdds[],
  item: ItemOf,
): OpenReelStrip[] {
  const known = drawable(odds, item);
  const total = ticketsOf(odds);
  return results.map((result) => {
    const won = item(result.def);
    if (!won) throw new Error(`open reel: item ${result.def} is not in the catalogue`);
    const defs = buildStrip({ resultId: result.resultId, odds: known, resultDef: result.def });
    const entries = defs.flatMap((def) => item(def) ?? []);
    const tickets = odds.find(({ def }) => def === result.def)?.tickets ?? 0;
    return { resultId: result.resultId, entries, won, valueCents: result.valueCents, chance: tickets / total };
  });
}

/** What a reel shows before its first result: a strip a row, from the published tickets like every other. */
export interface ReelPool {
  /** Every item that can come out. */
  readonly entries: readonly ReelItem[];
  readonly strips: readonly (readonly ReelItem[])[];
}

/** Null where nothing can be drawn: no tickets, or a catalogue that knows none of the items. */
export function reelPool(odds: readonly StripOdds[], rows: number, item: ItemOf): ReelPool | null {
  const known = drawable(odds, item);
  if (ticketsOf(known) === 0) return null;
  return {
    entries: known.flatMap(({ def }) => item(def) ?? []),
    strips: Array.from({ length: rows }, (_, row) =>
      buildStrip({ resultId: `rest/${row}`, odds: known, resultDef: undefined }).flatMap((def) => item(def) ?? []),
    ),
  };
}

/** What the box gives on average, in cents: what a free opening is measured against. */
export function averageCents(odds: readonly (StripOdds & { readonly valueCents: number })[]): number {
  const total = ticketsOf(odds);
  return total > 0 ? odds.reduce((sum, { tickets, valueCents }) => sum + tickets * valueCents, 0) / total : 0;
}
