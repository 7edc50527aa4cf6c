import { useEffect, useMemo } from "react";
import { OddsTable } from "../../features/box/odds-table.tsx";
import { OpenReel } from "../../features/open-reel/open-reel.tsx";
import { openReelStrips } from "../../features/open-reel/strips.ts";
import { FreePage, type FreeReel } from "../../features/task/free-page.tsx";
import { useItems } from "../../state/catalog.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { sound } from "../../ui/sound.ts";

/** The free box with the reel and the odds of every other box. */
export function Component() {
  return <FreePage reel={(slot) => <Reel {...slot} />} odds={(entries) => <OddsTable entries={entries} />} />;
}

/** Without the catalogue a reel cannot be drawn: then the result is shown at once. */
function Reel({ odds, results, ...slot }: FreeReel) {
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
