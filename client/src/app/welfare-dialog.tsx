import { Recharge } from "../features/assets/recharge.tsx";
import type { WelfareDialogProps } from "../features/task/welfare.tsx";
import { WelfareDialog as Steps } from "../features/task/welfare-dialog.tsx";
import { FreeReel } from "./free-reel.tsx";

/** The welcome of a new player with the reel and the recharge of everybody else. */
export function WelfareDialog(props: WelfareDialogProps) {
  return (
    <Steps
      {...props}
      reel={(slot) => <FreeReel {...slot} />}
      recharge={(onPaying) => <Recharge inDialog onPaying={onPaying} />}
    />
  );
}
