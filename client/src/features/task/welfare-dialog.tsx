/** The four steps of the welcome (product spec §2). What draws a reel and what sells gems are the shell's to put in. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../state/query.ts";
import { setWelfareQuiet, useWelfareQuiet } from "../../state/welfare.ts";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import type { FreeReel } from "./use-free-opening.ts";
import s from "./welfare.module.css";
import type { WelfareDialogProps } from "./welfare.tsx";
import { TimeLeft } from "./welfare-chip.tsx";
import { GiftStep } from "./welfare-gift.tsx";
import { RechargeStep, RollStep } from "./welfare-places.tsx";
import { STEPS, stepOf, type WelfareStep } from "./welfare-steps.ts";

export interface WelfareSlots {
  readonly reel: (slot: FreeReel) => ReactNode;
  /** Says whether a payment is under way. */
  readonly recharge: (onPaying: (paying: boolean) => void) => ReactNode;
}

export function WelfareDialog({ user, gifts, onClose, reel, recharge }: WelfareDialogProps & WelfareSlots) {
  const { t } = useTranslation("task");
  const quiet = useWelfareQuiet();
  // A box's step is over when its result was looked at, and not when it is saved.
  const [looking, setLooking] = useState<WelfareStep | null>(null);
  const step = looking ?? stepOf(user.status);
  const close = () => {
    if (looking) void queryClient.invalidateQueries({ queryKey: ["mine"] }); // the reel may still have turned
    onClose();
  };
  const opening = (on: boolean) => setLooking(on ? step : null);
  return (
    <Dialog title={t("welfare.title")} onClose={close} size="l">
      <div className={s.top}>
        <ol className={s.steps}>
          {STEPS.map((each) => (
            <li
              key={each}
              className={cx(each < step && s.done, each === step && s.now)}
              aria-current={each === step ? "step" : undefined}
            >
              <i aria-hidden>{each}</i>
              {t(`welfare.step.${each}`)}
            </li>
          ))}
        </ol>
        <p className={s.left}>
          {t("welfare.left")} <TimeLeft endsAtMs={gifts.endsAtMs} />
        </p>
      </div>
      <div className={s.stage} data-step={step}>
        {(step === 1 || step === 3) && (
          <GiftStep
            key={step}
            gifts={step === 1 ? gifts.welfareTaskBox : gifts.rechargeTaskBox}
            lead={t(step === 1 ? "welfare.free" : "welfare.gift")}
            next={t(`welfare.next.${step}`)}
            onLooking={opening}
            reel={reel}
          />
        )}
        {step === 2 && <RechargeStep recharge={recharge} />}
        {step === 4 && <RollStep rolls={gifts.rolls} onGo={onClose} />}
      </div>
      <Checkbox className={s.quiet} checked={quiet} onChange={(event) => setWelfareQuiet(event.target.checked)}>
        {t("welfare.quiet")}
      </Checkbox>
    </Dialog>
  );
}
