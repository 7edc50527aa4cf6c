import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { reportError } from "../../state/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { formatTime } from "../../ui/number.ts";
import { toast } from "../../ui/toast.ts";
import { endOtherSessions, endSession, newDevices, ownSessions } from "./api.ts";
import shared from "./panel.module.css";
import {
  deviceOf,
  forgetSessions,
  NEW_DEVICES,
  type NewDevice,
  type OwnSession,
  placeOf,
  SESSIONS,
} from "./sessions.ts";
import s from "./sessions-panel.module.css";

/** Where the player is logged in; each session but this one can be ended. */
export function SessionsPanel() {
  const { t } = useTranslation("identity");
  const { data: list } = useQuery({ queryKey: SESSIONS, queryFn: ownSessions });
  if (list === undefined) return null;
  const end = (call: () => Promise<unknown>, done: string) => async () => {
    try {
      await call();
      toast(done, "ok");
    } catch (error) {
      reportError(error);
    }
    await forgetSessions();
  };
  return (
    <Card className={cx(shared.panel, s.panel)}>
      <div className={s.head}>
        <h2>{t("sessions.title")}</h2>
        {list.length > 1 && (
          <Button size="s" kind="danger" onClick={end(endOtherSessions, t("sessions.endedOthers"))}>
            {t("sessions.endOthers")}
          </Button>
        )}
      </div>
      <ul>
        {list.map((session) => (
          <Row key={session.id} session={session} end={end(() => endSession(session.id), t("sessions.ended"))} />
        ))}
      </ul>
    </Card>
  );
}

/** Logins of 90 days on devices that were not in the account before; a thief who logs out stays in it. */
export function NewDevicesPanel() {
  const { t } = useTranslation("identity");
  const { data: list } = useQuery({ queryKey: NEW_DEVICES, queryFn: newDevices });
  if (list === undefined || list.length === 0) return null;
  return (
    <Card className={cx(shared.panel, s.panel)}>
      <div className={s.head}>
        <h2>{t("newDevices.title")}</h2>
      </div>
      <p className={s.when}>{t("newDevices.text")}</p>
      <ul>
        {list.map((device, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added before it, and hold no state
          <NewDeviceRow key={at} device={device} />
        ))}
      </ul>
    </Card>
  );
}

function NewDeviceRow({ device }: { device: NewDevice }) {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const place = placeOf(device);
  return (
    <li>
      <div>
        <p className={s.device}>
          {deviceOf(device) || t("sessions.unknown")}
          {device.current && <span className={s.here}>{t("sessions.here")}</span>}
        </p>
        <p className={s.when}>
          {place !== "" && <span>{place}</span>}
          <span>{t("sessions.begun", { time: formatTime(device.atMs, language) })}</span>
          {device.ended && <span>{t("newDevices.ended")}</span>}
        </p>
      </div>
    </li>
  );
}

function Row({ session, end }: { session: OwnSession; end: () => Promise<void> }) {
  const { t } = useTranslation("identity");
  const language = useLanguage();
  const device = deviceOf(session) || t("sessions.unknown");
  const place = placeOf(session);
  return (
    <li>
      <div>
        <p className={s.device}>
          {device}
          {session.current && <span className={s.here}>{t("sessions.here")}</span>}
        </p>
        <p className={s.when}>
          {place !== "" && <span>{place}</span>}
          <span>{t("sessions.begun", { time: formatTime(session.atMs, language) })}</span>
          <span>{t("sessions.seen", { time: formatTime(session.seenMs, language) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button size="s" aria-label={t("sessions.endOne", { device })} onClick={end}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
