import { useTranslation } from "react-i18next";
import type { BattleSnapshot } from "../../protocol/gen.ts";
import { useBeaconSource } from "../../state/trust.ts";
import { BeaconSource } from "../../ui/beacon-source.tsx";
import s from "./countdown.module.css";
import { useSecondsUntil } from "./use-seconds.ts";

/** BOX1: the beacon round is the first at least three seconds after the lock. */
const BEACON_AFTER_MS = 3000;

/** Between the lock and the first spin: counts down to the beacon, then says what is waited for. */
export function Countdown({ room }: { room: BattleSnapshot }) {
  const { t } = useTranslation("battle");
  const source = useBeaconSource(room.beaconSource);
  const seconds = useSecondsUntil(room.lockedAtMs + BEACON_AFTER_MS);
  return (
    <div className={s.countdown} role="status">
      <b>{t("start.title")}</b>
      {seconds > 0 ? (
        <>
          <small>{t("start.seconds")}</small>
          <span key={seconds} className={s.number}>
            {seconds}
          </span>
        </>
      ) : (
        <>
          <span className={s.pulse} aria-hidden="true" />
          <small>{t("start.beacon", { round: room.beaconRound })}</small>
        </>
      )}
      <p>{t("start.why")}</p>
      <BeaconSource source={source} />
    </div>
  );
}
