/** The minute between two codes (product spec §9). It is of the player, not of a dialog: the next one goes on counting. */
import { useEffect, useState } from "react";
import { create } from "zustand";

const PAUSE_MS = 60_000;

const usePauseEnd = create(() => ({ untilMs: 0 }));

export const beginPause = (nowMs = Date.now()): void => usePauseEnd.setState({ untilMs: nowMs + PAUSE_MS });

/** Seconds left of the pause; it ends by itself. */
export function usePause(): number {
  const { untilMs } = usePauseEnd();
  const [nowMs, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const runs = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (untilMs === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  useEffect(() => {
    if (!runs && untilMs !== 0 && Date.now() >= untilMs) usePauseEnd.setState({ untilMs: 0 });
  }, [runs, untilMs]);
  return left;
}
