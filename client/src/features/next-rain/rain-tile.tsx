/** The tile of the first page: how long until it rains red packets, and a reminder for players elsewhere. */
import { Bell, BellRing } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "../../net/clock.ts";
import { topics } from "../../protocol/gen.ts";
import { follow } from "../../state/live.ts";
import { liveEvents } from "../../state/live-events.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import s from "./rain-tile.module.css";
import { clockOf, isFalling, type NextRain, nextAfter, UNKNOWN, waitLeft } from "./state.ts";

const TICK_MS = 1000;
/** So long before packets fall the reminder is shown: time enough to come back. */
const REMIND_BEFORE_MS = 10_000;

export function RainTile() {
  const { t } = useTranslation("next-rain");
  const [next, setNext] = useState(UNKNOWN);
  const [now, setNow] = useState(serverNow);
  useEffect(() => follow(topics.rain, liveEvents.rain, (event) => setNext((before) => nextAfter(before, event))), []);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const reminder = useReminder(next);
  const falling = isFalling(next, now);
  const known = next.startsAtMs > now;
  return (
    <section className={s.tile} data-part="rain-tile" aria-label={t("title")}>
      <Ring left={known ? waitLeft(next, now) : falling ? 1 : 0}>
        {/* Read out on focus, not each second. */}
        <b className="num" role="timer" aria-live="off">
          {known ? clockOf(next.startsAtMs - now) : "--:--"}
        </b>
      </Ring>
      <div className={s.words}>
        <h2>{t("title")}</h2>
        <p>{t(falling ? "falling" : known ? "free" : "unknown")}</p>
        <Button size="s" className={s.remind} aria-pressed={reminder.on} disabled={!known} onClick={reminder.toggle}>
          {reminder.on ? <BellRing size={16} aria-hidden /> : <Bell size={16} aria-hidden />}
          {t(reminder.on ? "on" : "remind")}
        </Button>
      </div>
      <img className={s.packet} src="/art/red-packet.webp" alt="" width={110} height={110} />
    </section>
  );
}

const R = 43;
const AROUND = 2 * Math.PI * R;

function Ring({ left, children }: { left: number; children: ReactNode }) {
  return (
    <div className={s.ring}>
      <svg viewBox="0 0 92 92" aria-hidden="true">
        <circle cx="46" cy="46" r={R} />
        <circle cx="46" cy="46" r={R} strokeDasharray={`${AROUND * left} ${AROUND}`} />
      </svg>
      {children}
    </div>
  );
}

/** By the browser's own notifications, for the rain that is due, while this page is open in some tab. */
function useReminder(next: NextRain) {
  const { t } = useTranslation("next-rain");
  const [on, setOn] = useState(false);
  const { startsAtMs } = next;
  useEffect(() => {
    if (!on || startsAtMs === 0) return;
    const remind = () => {
      setOn(false);
      if (document.hidden) new Notification(t("title"), { body: t("body"), icon: "/art/red-packet.webp" });
      else toast(t("body"));
    };
    const timer = setTimeout(remind, Math.max(0, startsAtMs - REMIND_BEFORE_MS - serverNow()));
    return () => clearTimeout(timer);
  }, [on, startsAtMs, t]);
  const toggle = async () => {
    if (on) return setOn(false);
    const allowed = typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
    if (allowed) setOn(true);
    else toast(t("refused"), "error");
  };
  return { on, toggle: () => void toggle() };
}
