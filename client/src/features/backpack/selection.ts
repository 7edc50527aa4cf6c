/** Items chosen, across pages: id → value in cents. Pure. */
import { limits } from "../../protocol/gen.ts";
import type { BagItem } from "./api.ts";

export type Selection = ReadonlyMap<string, number>;

export const SELECTION_MAX = limits.itemIdsMax;

/**
 * Statuses of items that something can be done with now: in the backpack, retrieval failed, rejected. The specification
 * also lets 3, 5 and 6 be selected (§5); what is on its way, gone or void can neither be sold nor retrieved.
 */
const HERE: ReadonlySet<number> = new Set([0, 4, 7]);

export const canAct = (item: BagItem): boolean => HERE.has(item.status);

export function toggle(selection: Selection, item: BagItem): Selection {
  const next = new Map(selection);
  if (!next.delete(item.id) && canAct(item) && next.size < SELECTION_MAX) next.set(item.id, item.valueCents);
  return next;
}

/** Chooses a whole page, as far as there is room; when all of it is chosen already, lets it go. */
export function togglePage(selection: Selection, items: readonly BagItem[]): Selection {
  const here = items.filter(canAct);
  const next = new Map(selection);
  if (here.every(({ id }) => next.has(id))) {
    for (const { id } of here) next.delete(id);
  } else {
    for (const { id, valueCents } of here) if (next.size < SELECTION_MAX) next.set(id, valueCents);
  }
  return next;
}

export const worth = (selection: Selection): number => [...selection.values()].reduce((sum, cents) => sum + cents, 0);
