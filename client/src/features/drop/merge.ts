import type { Drop } from "../../protocol/gen.ts";

export const DROPS_SHOWN = 60;

/** One list of two, newest first, each drop once. */
export function merged(told: readonly Drop[], listed: readonly Drop[]): readonly Drop[] {
  const known = new Map<string, Drop>();
  for (const drop of [...told, ...listed]) if (!known.has(drop.id)) known.set(drop.id, drop);
  return [...known.values()].sort((a, b) => b.atMs - a.atMs).slice(0, DROPS_SHOWN);
}
