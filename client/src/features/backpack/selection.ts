/** Items chosen for sale, across pages: id → value in cents. Pure. */
import { limits } from "../../protocol/gen.ts";
import type { BagItem } from "./api.ts";

export type Selection = ReadonlyMap<string, number>;

export const SELECTION_MAX = limits.itemIdsMax;

/** Only what lies in the backpack can be sold. */
export const canSell = (item: BagItem): boolean => item.status === 0;

export function toggle(selection: Selection, item: BagItem): Selection {
  const next = new Map(selection);
  if (!next.delete(item.id) && canSell(item) && next.size < SELECTION_MAX) next.set(item.id, item.valueCents);
  return next;
}

/** Chooses a whole page, as far as there is room; when all of it is chosen already, lets it go. */
export function togglePage(selection: Selection, items: readonly BagItem[]): Selection {
  const sellable = items.filter(canSell);
  const next = new Map(selection);
  if (sellable.every(({ id }) => next.has(id))) {
    for (const { id } of sellable) next.delete(id);
  } else {
    for (const { id, valueCents } of sellable) if (next.size < SELECTION_MAX) next.set(id, valueCents);
  }
  return next;
}

export const worth = (selection: Selection): number => [...selection.values()].reduce((sum, cents) => sum + cents, 0);
