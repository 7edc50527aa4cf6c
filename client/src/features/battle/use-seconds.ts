import { useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";

/** Whole seconds until a moment of the server, 0 when it has passed; renders once a second and stops at 0. */
export function useSecondsUntil(atMs: number): number {
  const left = () => Math.max(0, Math.ceil((atMs - serverNow()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: left reads atMs and the clock
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => {
      const now = left();
      setSeconds(now);
      if (now === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [atMs]);
  return seconds;
}

/** 75 → "1:15". */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
