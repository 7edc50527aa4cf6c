import { useEffect, useMemo } from "react";
import { OpenReel } from "../features/open-reel/open-reel.tsx";
import { openReelStrips } from "../features/open-reel/strips.ts";
import type { FreeReel as FreeReelProps } from "../features/task/use-free-opening.ts";
import { useItems } from "../state/catalog.ts";
import { useReducedMotion } from "../state/settings.ts";
import { sound } from "../ui/sound.ts";

/** The reel of a free box. Without the catalogue it cannot be drawn: then the result is shown at once. */
export function FreeReel({ odds, results, ...slot }: FreeReelProps) {
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
