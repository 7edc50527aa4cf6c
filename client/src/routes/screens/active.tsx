import { lazy, Suspense } from "react";
import { OpeningReel } from "../../app/opening-reel.tsx";
import { ActivePage } from "../../features/active/active-page.tsx";
import type { PrizeSlots } from "../../features/active/prize-box.tsx";
import { OddsTable } from "../../features/box/odds-table.tsx";
import { ResultsPanel } from "../../features/box/results-panel.tsx";

const SeedPanel = lazy(async () => ({ default: (await import("../../features/fair/seed-panel.tsx")).SeedPanel }));

const slots: PrizeSlots = {
  reel: (slot) => <OpeningReel {...slot} />,
  results: (opener) => <ResultsPanel opener={opener} />,
  odds: (entries) => <OddsTable entries={entries} />,
  fairness: (
    <Suspense>
      <SeedPanel />
    </Suspense>
  ),
};

/** The activity, whose boxes open as all others do. */
export function Active() {
  return <ActivePage slots={slots} />;
}
