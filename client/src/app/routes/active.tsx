import { ActivePage } from "../../features/active/active-page.tsx";
import type { PrizeSlots } from "../../features/active/prize-box.tsx";
import { OddsTable } from "../../features/box/odds-table.tsx";
import { ResultsPanel } from "../../features/box/results-panel.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { OpeningReel } from "./opening-reel.tsx";

const slots: PrizeSlots = {
  reel: (slot) => <OpeningReel {...slot} />,
  results: (opener) => <ResultsPanel opener={opener} />,
  odds: (entries) => <OddsTable entries={entries} />,
  fairness: <SeedPanel />,
};

/** The activity, whose boxes open as all others do. */
export function Component() {
  return <ActivePage slots={slots} />;
}
