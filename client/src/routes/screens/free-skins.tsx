import { OpeningReel } from "../../app/opening-reel.tsx";
import { OddsTable } from "../../features/box/odds-table.tsx";
import { FreePage } from "../../features/task/free-page.tsx";

/** The free box with the reel and the odds of every other box. */
export function FreeSkins() {
  return <FreePage reel={(slot) => <OpeningReel {...slot} />} odds={(entries) => <OddsTable entries={entries} />} />;
}
