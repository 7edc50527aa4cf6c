import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import s from "./countdown.module.css";

const two = (n: number) => String(n).padStart(2, "0");

/** Whole days, hours, minutes and seconds that are left. */
export function leftOf(ms: number): { days: number; hours: number; minutes: number; seconds: number } {
  const total = Math.max(Math.ceil(ms / 1000), 0);
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** It is hidden from where it would read 0d00h00m01s (product spec §4). */
const LAST_MS = 1000;

/** Counts down to a time, once a second, and says when it is there: a call to the server then must not be early. */
export function Countdown({ title, endsAtMs, onEnd }: { title: string; endsAtMs: number; onEnd?: () => void }) {
  const { t } = useTranslation("ui");
  const [now, setNow] = useState(Date.now);
  const ended = useEffectEvent(() => onEnd?.());
  const over = now >= endsAtMs;
  useEffect(() => {
    if (over) {
      ended();
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  if (endsAtMs - now <= LAST_MS) return null;
  const { days, hours, minutes, seconds } = leftOf(endsAtMs - now);
  return (
    <div className={s.countdown} role="timer" aria-label={title}>
      <span>{title}</span>
      <b className="num">
        {days > 0 && t("countdown.days", { count: days })} {two(hours)}:{two(minutes)}:{two(seconds)}
      </b>
    </div>
  );
}
