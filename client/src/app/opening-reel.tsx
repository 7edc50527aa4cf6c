/**
 * The reel of an opening, for every screen that opens boxes. Without the catalogue, or the odds of what was drawn, a
 * reel cannot be drawn: then the results are shown at once.
 */
import { useEffect, useMemo } from "react";
import type { BoxReel } from "../features/box/box-page.tsx";
import { OpenReel } from "../features/open-reel/open-reel.tsx";
import { averageCents, openReelStrips, reelPool } from "../features/open-reel/strips.ts";
import type { FreeReel } from "../features/task/use-free-opening.ts";
import { useItems } from "../state/catalog.ts";
import { useReducedMotion, useSettings } from "../state/settings.ts";
import { sound } from "../ui/sound.ts";

export function OpeningReel({ odds, results, count, ...slot }: BoxReel | FreeReel) {
  const items = useItems();
  const reducedMotion = useReducedMotion();
  const fast = useSettings((settings) => settings.fast);
  const known = odds.some(({ def }) => items(def) !== undefined);
  const rows = results.length || count;
  // Odds that are fetched anew are mostly the same ones: the reels need not be built again.
  const table = odds.map(({ def, tickets }) => `${def}:${tickets}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; a change of language must not, either
  const pool = useMemo(() => (known ? reelPool(odds, rows, items) : null), [table, rows, known]);
  // One identity per opening: a change of language must not spin the reel again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const strips = useMemo(
    () => (known && results.every(({ def }) => items(def)) ? openReelStrips(results, odds, items) : []),
    [results],
  );
  const blind = slot.phase === "spinning" && strips.length === 0;
  const { onSettled, stakeCents } = slot;
  useEffect(() => {
    if (blind) onSettled();
  }, [blind, onSettled]);
  return (
    <OpenReel
      {...slot}
      count={count}
      pool={pool}
      strips={strips}
      eachCents={stakeCents > 0 ? stakeCents : averageCents(odds)}
      fast={fast}
      reducedMotion={reducedMotion}
      sound={sound}
    />
  );
}
