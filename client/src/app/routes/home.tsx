import { HomePage } from "../../features/home/home-page.tsx";
import { RollHomeBlock } from "../../features/roll/home-block.tsx";

export function Component() {
  return <HomePage rolls={<RollHomeBlock />} />;
}
