/**
 * The site's sounds, made in the browser: no files, no downloads. Nothing sounds before the first gesture (browsers
 * forbid it) or while muted. Deliberately absent: who may sound when — the stage plays through its sound port, and a
 * result below its stake gets no fanfare.
 */
type Synth = typeof import("./synth.ts");

let synth: Synth | undefined;
let muted = false;

export function setSoundMuted(value: boolean): void {
  muted = value;
  synth?.mute(value);
}

const GESTURES = ["pointerdown", "keydown"] as const;

/** Waits for the first gesture, then resumes the audio. Call once at start. */
export function unlockSoundOnGesture(): void {
  const unlock = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, unlock, true);
    import("./synth.ts").then(
      (loaded) => {
        synth = loaded;
        synth.wake();
        synth.mute(muted);
      },
      () => undefined, // a page without sounds is a page
    );
  };
  for (const gesture of GESTURES) addEventListener(gesture, unlock, { capture: true, passive: true });
}

const voices = (): Synth["voices"] | undefined => (muted ? undefined : synth?.voices);

export const sound = {
  /** A cell passes the marker; the pitch falls as the reel slows down. Speed in cells a second. */
  tick: (speed: number): void => voices()?.tick(speed),
  land: (rarity: string, good: boolean): void => voices()?.land(rarity, good),
  click: (): void => voices()?.click(),
  coin: (): void => voices()?.coin(),
  denied: (): void => voices()?.denied(),
} as const;
