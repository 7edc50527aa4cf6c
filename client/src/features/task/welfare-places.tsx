/** The steps of the welcome that lead on: to the first recharge, and to the welfare roll. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../routes/paths.ts";
import { loadUser, useSession } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { WelfareRoll } from "./api.ts";
import s from "./welfare.module.css";

/** Product spec §4: "polled every second". */
const POLL_MS = 1000;

export function RechargeStep({ recharge }: { recharge: (onPaying: (paying: boolean) => void) => ReactNode }) {
  const { t } = useTranslation("task");
  const [paying, setPaying] = useState(false);
  useQuery({
    queryKey: ["mine", "recharged"],
    queryFn: async () => {
      await loadUser(); // what it loads takes the player to the next step
      return useSession.getState().user?.recharge ?? false;
    },
    enabled: paying,
    staleTime: 0,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true, // the payer is in another window
  });
  return (
    <>
      <p className={s.lead}>{t("welfare.recharge")}</p>
      {recharge(setPaying)}
    </>
  );
}

export function RollStep({ rolls, onGo }: { rolls: readonly WelfareRoll[]; onGo: () => void }) {
  const { t } = useTranslation("task");
  const navigate = useNavigate();
  const go = (roll: WelfareRoll | undefined) => {
    if (!roll || roll.isOff) {
      toast(t("welfare.rollOff"), "info", true); // it has no end of its own (product spec §8)
      return;
    }
    onGo();
    navigate(paths.roll(roll.id));
  };
  return (
    <>
      <p className={s.lead}>{t("welfare.roll")}</p>
      <ul className={s.rolls}>
        {rolls.map((roll) => (
          <li key={roll.id} data-off={roll.isOff || undefined}>
            <img src={roll.image} alt="" width={96} height={72} loading="lazy" />
            <b>{roll.name}</b>
            <Button kind="primary" onClick={() => go(roll)}>
              {t("welfare.go")}
              <span className="sr">: {roll.name}</span>
            </Button>
          </li>
        ))}
        {rolls.length === 0 && (
          <li>
            <b>{t("welfare.rollOff")}</b>
            <Button onClick={() => go(undefined)}>{t("welfare.go")}</Button>
          </li>
        )}
      </ul>
    </>
  );
}
