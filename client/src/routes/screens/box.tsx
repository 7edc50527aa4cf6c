import { OpeningReel } from "../../app/opening-reel.tsx";
import { BoxPage } from "../../features/box/box-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";

/** The box page with its reel and the player's seed. */
export function Box() {
  return <BoxPage reel={(slot) => <OpeningReel {...slot} />} fairness={<SeedPanel />} />;
}
