import { Recharge } from "../features/assets/recharge.tsx";
import type { WelfareDialogProps } from "../features/task/welfare.tsx";
import { WelfareDialog as Steps } from "../features/task/welfare-dialog.tsx";
import { OpeningReel } from "./opening-reel.tsx";

/** The welcome of a new player with the reel and the recharge of all players. */
export function WelfareDialog(props: WelfareDialogProps) {
  return (
    <Steps
      {...props}
      reel={(slot) => <OpeningReel {...slot} />}
      recharge={(onPaying) => <Recharge inDialog onPaying={onPaying} />}
    />
  );
}
