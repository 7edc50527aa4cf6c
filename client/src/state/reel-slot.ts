/** What a page of a box gives its reel. Beside boxes.ts, which every page loads: only pages with a reel load this. */

import type { OddsEntry, ReelSlot } from "./boxes.ts";

/** The box in the words of the page's language, and the odds that the reel shows. */
interface Shown {
  readonly box: { readonly image: string; readonly accent: string };
  readonly name: string;
  readonly odds: readonly OddsEntry[];
  readonly count: number;
}

/** The opening that the reel plays. */
interface Opening<Result, Phase> {
  readonly state: Pick<ReelSlot<Result, Phase>, "results" | "phase" | "stakeCents">;
  shown(): void;
}

export function reelSlot<Result, Phase>(
  { box, name, odds, count }: Shown,
  { state, shown }: Opening<Result, Phase>,
): ReelSlot<Result, Phase> {
  const { results, phase, stakeCents } = state;
  const { image, accent } = box;
  return { box: { name, image, accent }, odds, count, results, phase, stakeCents, onSettled: shown };
}
