import { BoxPage } from "../../features/box/box-page.tsx";
import { SeedPanel } from "../../features/fair/seed-panel.tsx";
import { OpeningReel } from "./opening-reel.tsx";

/** The box page with its reel and the player's seed. */
export function Component() {
  return <BoxPage reel={(slot) => <OpeningReel {...slot} />} fairness={<SeedPanel />} />;
}
