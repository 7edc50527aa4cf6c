import { BattleHall } from "../../features/battle/hall.tsx";

export function Component() {
  return <BattleHall />;
}
