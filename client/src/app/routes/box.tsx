import { useEffect, useMemo } from "react";
import { BoxPage, type ReelSlot } from "../../features/box/box-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { OpenReel } from "../../features/open-reel/open-reel.tsx";
import { openReelStrips } from "../../features/open-reel/strips.ts";
import { useItems } from "../../state/catalog.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { sound } from "../../ui/sound.ts";

/** The box page with its reel and the player's seed. */
export function Component() {
  return <BoxPage reel={(slot) => <Reel {...slot} />} fairness={<SeedPanel />} />;
}

/** Without the catalogue a reel cannot be drawn: then the results are shown at once. */
function Reel({ odds, results, ...slot }: ReelSlot) {
  const items = useItems();
  const reducedMotion = useReducedMotion();
  // One identity per opening: a change of language must not spin the reel again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const strips = useMemo(
    () => (results.every(({ def }) => items(def)) ? openReelStrips(results, odds, items) : []),
    [results, odds],
  );
  const blind = slot.phase === "spinning" && strips.length === 0;
  const { onSettled } = slot;
  useEffect(() => {
    if (blind) onSettled();
  }, [blind, onSettled]);
  return <OpenReel {...slot} strips={strips} reducedMotion={reducedMotion} sound={sound} />;
}
