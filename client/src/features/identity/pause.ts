/**
 * The minute between two codes (product spec §9). It is of the player, not of a dialog nor of a page: the next one goes
 * on counting.
 */
import { useEffect, useState } from "react";
import { create } from "zustand";

const PAUSE_MS = 60_000;

const STORED = "codePauseUntil";

/** A clock that was set back makes no pause longer than it was. */
const stored = (): number => {
  const untilMs = Number(sessionStorage.getItem(STORED));
  return untilMs <= Date.now() + PAUSE_MS ? untilMs : 0;
};

const usePauseEnd = create(() => ({ untilMs: stored() }));

export function beginPause(nowMs = Date.now()): void {
  usePauseEnd.setState({ untilMs: nowMs + PAUSE_MS });
  sessionStorage.setItem(STORED, String(nowMs + PAUSE_MS));
}

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
