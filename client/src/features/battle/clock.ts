/**
 * Where in a battle a page stands: live with the server, or anywhere in a replay. A value; changing it makes a new one.
 */
export interface BattleClock {
  /** Milliseconds since the battle started; negative before. */
  now(): number;
  readonly running: boolean;
}

/** Follows the server: a refresh or a late join lands in the same second as on all other pages. */
export const liveClock = (serverNow: () => number, startedAtMs: number): BattleClock => ({
  now: () => (startedAtMs > 0 ? serverNow() - startedAtMs : -1),
  running: startedAtMs > 0,
});

/** A replay from a moment on, at the speed of the wall clock. */
export function replayClock(fromMs: number, wallNow: () => number): BattleClock {
  const began = wallNow();
  return { now: () => fromMs + wallNow() - began, running: true };
}

export const wallNow = (): number => performance.now();

export const startReplay = (): BattleClock => replayClock(0, wallNow);

/** A replay that rests at a moment. */
export const pausedClock = (atMs: number): BattleClock => ({ now: () => atMs, running: false });
