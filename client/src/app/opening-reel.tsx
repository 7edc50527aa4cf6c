/**
 * The reel of an opening, for every screen that opens boxes. Without the catalogue a reel cannot be drawn: then the
 * results are shown at once.
 */
import { useEffect, useMemo } from "react";
import type { BoxReel } from "../features/box/box-page.tsx";
import { OpenReel } from "../features/open-reel/open-reel.tsx";
import { openReelStrips } from "../features/open-reel/strips.ts";
import type { FreeReel } from "../features/task/use-free-opening.ts";
import { useItems } from "../state/catalog.ts";
import { useReducedMotion } from "../state/settings.ts";
import { sound } from "../ui/sound.ts";

export function OpeningReel({ odds, results, ...slot }: BoxReel | FreeReel) {
  const items = useItems();
  const reducedMotion = useReducedMotion();
  // One identity per opening: a change of language must not spin the reel again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const strips = useMemo(
    () => (results.every(({ def }) => items(def)) ? openReelStrips(results, odds, items) : []),
    [results],
  );
  const blind = slot.phase === "spinning" && strips.length === 0;
  const { onSettled } = slot;
  useEffect(() => {
    if (blind) onSettled();
  }, [blind, onSettled]);
  return <OpenReel {...slot} strips={strips} reducedMotion={reducedMotion} sound={sound} />;
}
