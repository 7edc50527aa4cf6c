import { useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";

const two = (n: number): string => String(n).padStart(2, "0");

/** "2d 03:04:05"; days only where there are any. The letter is the language's. */
export function timeLeftText(ms: number, day: string): string {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(whole / 86_400);
  const clock = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60].map(two).join(":");
  return days > 0 ? `${days}${day} ${clock}` : clock;
}

/** Milliseconds until a moment of the server, never below 0; renders once a second and stops when it has come. */
export function useTimeLeft(atMs: number): number {
  const [left, setLeft] = useState(() => Math.max(0, atMs - serverNow()));
  useEffect(() => {
    const look = () => {
      const now = Math.max(0, atMs - serverNow());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [atMs]);
  return left;
}
