/**
 * The site's sounds, made in the browser: no files, no downloads. Nothing sounds before the first gesture (browsers
 * forbid it) or while muted. Deliberately absent: who may sound when — the stage plays through its sound port
 * (stage/sound.ts), and which sting a result gets is its tier's to say.
 */
type Synth = typeof import("./synth.ts");
type Voices = Synth["voices"];

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

const voices = (): Voices | undefined => (muted ? undefined : synth?.voices);

export const sound = {
  /** A cell passes the marker; the pitch falls as the reel slows down. Speed in cells a second. */
  tick: (speed: number): void => voices()?.tick(speed),
  /** Something came to rest. */
  land: (): void => voices()?.land(),
  sting: (name: Parameters<Voices["sting"]>[0]): void => voices()?.sting(name),
  /** Semitones above D5. */
  bell: (semitones: number): void => voices()?.bell(semitones),
  /** 0 far … 1 at hand; null ends it, muted or not. */
  drone: (nearness: number | null): void => (nearness === null ? synth?.voices : voices())?.drone(nearness),
  bed: (playing: boolean): void => (playing ? voices() : synth?.voices)?.bed(playing),
  hush: (): void => synth?.voices.hush(),
  click: (): void => voices()?.click(),
  coin: (): void => voices()?.coin(),
  denied: (): void => voices()?.denied(),
} as const;
