import { useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";

export interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly over: boolean;
}

/** Product spec §9: days, hours, minutes, seconds. */
export function timeLeft(ms: number): TimeLeft {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3600) % 24,
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    over: whole === 0,
  };
}

const two = (n: number): string => String(n).padStart(2, "0");

/** "2d 03:04:05"; days only where there are any. The letter is the language's. */
export const countdownText = ({ days, hours, minutes, seconds }: TimeLeft, day: string): string =>
  `${days > 0 ? `${days}${day} ` : ""}${two(hours)}:${two(minutes)}:${two(seconds)}`;

/** What is left until a moment of the server; renders once a second and stops when it has come. */
export function useTimeLeft(atMs: number): TimeLeft {
  const [left, setLeft] = useState(() => timeLeft(atMs - serverNow()));
  useEffect(() => {
    setLeft(timeLeft(atMs - serverNow()));
    const timer = setInterval(() => {
      const now = timeLeft(atMs - serverNow());
      setLeft(now);
      if (now.over) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [atMs]);
  return left;
}
