/**
 * The server's clock, from which scenes and countdowns run. Estimated from answers that carry it; the quickest wins.
 */
interface Sample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

const KEEP = 8;
let samples: readonly Sample[] = [];
let offsetMs = 0;

/**
 * Takes an answer that carried the server's time. Half of the round trip is the largest error it can hide, so of the
 * last few answers the one with the shortest trip counts; older ones fall out, because clocks drift and machines sleep.
 */
export function observeServerTime(serverMs: number, sentMs: number, receivedMs: number): void {
  const roundTripMs = receivedMs - sentMs;
  if (!Number.isFinite(serverMs) || serverMs <= 0 || roundTripMs < 0) return; // the local clock was set meanwhile
  samples = [...samples.slice(1 - KEEP), { roundTripMs, offsetMs: serverMs + roundTripMs / 2 - receivedMs }];
  offsetMs = samples.reduce((best, s) => (s.roundTripMs < best.roundTripMs ? s : best)).offsetMs;
}

/** Milliseconds since 1970 on the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** For tests, and after the local clock was found to have jumped. */
export function forgetServerTime(): void {
  samples = [];
  offsetMs = 0;
}
