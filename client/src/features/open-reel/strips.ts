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
}

/**
 * `item` resolves a definition of the catalogue; definitions that it does not know are left out of the strip's odds.
 */
export function openReelStrips(
  results: readonly OpenedResult[],
  odds: readonly StripOdds[],
  item: (def: number) => ReelItem | undefined,
): OpenReelStrip[] {
  const drawable = odds.filter((o) => item(o.def) !== undefined);
  return results.map((result) => {
    const won = item(result.def);
    if (!won) throw new Error(`open reel: item ${result.def} is not in the catalogue`);
    const defs = buildStrip({ resultId: result.resultId, odds: drawable, resultDef: result.def });
    const entries = defs.flatMap((def) => item(def) ?? []);
    return { resultId: result.resultId, entries, won, valueCents: result.valueCents };
  });
}
