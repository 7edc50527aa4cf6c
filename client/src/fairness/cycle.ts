import { canonical, type Line } from "./canon.ts";
import { textHash } from "./seed.ts";

/** The table of one night of a cycle. */
export type CycleNight = { readonly box: number; readonly version: number; readonly oddsHash: string };

/** What commits the tables that a box of many nights rotates through. */
export type Cycle = {
  readonly season: string;
  readonly fromMs: number;
  readonly tokens: number;
  readonly nights: readonly CycleNight[];
};

/** The hash of the commitment: that of its leaf in the public log. */
export function cycleHash({ season, fromMs, tokens, nights }: Cycle): string {
  const lines: Line[] = [
    ["season", season],
    ["from-ms", fromMs],
    ["tokens", tokens],
    ["nights", nights.length],
  ];
  nights.forEach(({ box, version, oddsHash }, i) => {
    lines.push(["night", i + 1], ["box", box], ["version", version], ["odds", oddsHash]);
  });
  return textHash(canonical("BOX1/cycle", lines));
}
