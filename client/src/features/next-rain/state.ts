/** When it rains next, as the tile shows it. Pure. */
import type { RainEvent } from "../../protocol/gen.ts";

export interface NextRain {
  /** On the server's clock; 0: not known. */
  readonly startsAtMs: number;
  /** Packets fall until then; 0 while none fall. */
  readonly endsAtMs: number;
  /** From when the ring runs: the end of the rain before. */
  readonly sinceMs: number;
}

export const UNKNOWN: NextRain = { startsAtMs: 0, endsAtMs: 0, sinceMs: 0 };

export function nextAfter(before: NextRain, event: RainEvent): NextRain {
  switch (event.name) {
    case "rainSnapshot": {
      const { round, last, nextAtMs } = event.body;
      const sinceMs = last?.endsAtMs ?? before.sinceMs;
      return round && round.startsAtMs > 0
        ? { startsAtMs: round.startsAtMs, endsAtMs: round.endsAtMs, sinceMs }
        : { startsAtMs: nextAtMs, endsAtMs: 0, sinceMs };
    }
    case "rainComing":
      return { ...before, startsAtMs: event.body.startsAtMs, endsAtMs: event.body.endsAtMs };
    case "rainOver":
      return { startsAtMs: 0, endsAtMs: 0, sinceMs: event.body.endsAtMs };
  }
}

export const isFalling = ({ startsAtMs, endsAtMs }: NextRain, nowMs: number): boolean =>
  startsAtMs > 0 && startsAtMs <= nowMs && nowMs < endsAtMs;

/** How long one wait is taken to be where it is not known when the rain before ended. */
const USUAL_MS = 15 * 60_000;

/** The part of the wait that is still to come, from 1 to 0: what the ring has left. */
export function waitLeft({ startsAtMs, sinceMs }: NextRain, nowMs: number): number {
  if (startsAtMs <= nowMs) return 0;
  const wholeMs = sinceMs > 0 && sinceMs < startsAtMs ? startsAtMs - sinceMs : USUAL_MS;
  return Math.min(1, (startsAtMs - nowMs) / wholeMs);
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Minutes and seconds, with hours before them from one up: "14:52", "2:05:09". */
export function clockOf(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  return s < HOUR_S
    ? `${two(Math.floor(s / MINUTE_S))}:${two(s % MINUTE_S)}`
    : `${Math.floor(s / HOUR_S)}:${two(Math.floor((s % HOUR_S) / MINUTE_S))}:${two(s % MINUTE_S)}`;
}
