/** The voices behind sound.ts, fetched with the first gesture: before it no browser lets a page sound. */
import { parseRarity, type Rarity } from "./rarity.ts";

interface Tone {
  readonly hz: number;
  readonly atMS: number;
  readonly lastsMS: number;
  readonly gain: number;
  readonly wave: OscillatorType;
}

const MASTER = 0.28;

let context: AudioContext | null = null;
let output: GainNode | null = null;

/** Call once, after a gesture. */
export function wake(): void {
  if (typeof AudioContext === "undefined") return;
  context = new AudioContext();
  output = context.createGain();
  output.gain.value = MASTER;
  output.connect(context.destination);
}

/** Silences what sounds already, too. */
export function mute(muted: boolean): void {
  if (output) output.gain.value = muted ? 0 : MASTER;
}

function play(tones: readonly Tone[]): void {
  if (!context || !output || document.hidden) return;
  const now = context.currentTime;
  for (const tone of tones) {
    const from = now + tone.atMS / 1000;
    const until = from + tone.lastsMS / 1000;
    const oscillator = context.createOscillator();
    const envelope = context.createGain();
    oscillator.type = tone.wave;
    oscillator.frequency.value = tone.hz;
    envelope.gain.setValueAtTime(0.0001, from);
    envelope.gain.exponentialRampToValueAtTime(tone.gain, from + 0.008);
    envelope.gain.exponentialRampToValueAtTime(0.0001, until);
    oscillator.connect(envelope).connect(output);
    oscillator.start(from);
    oscillator.stop(until + 0.02);
  }
}

const tone = (hz: number, atMS: number, lastsMS: number, gain: number, wave: OscillatorType = "sine"): Tone => ({
  hz,
  atMS,
  lastsMS,
  gain,
  wave,
});

/** Pentatonic steps above A4: whatever is played together sounds together. */
const step = (n: number): number =>
  440 * 2 ** ([0, 2, 4, 7, 9].map((s) => s / 12)[n % 5] ?? 0) * 2 ** Math.floor(n / 5);

const FANFARE: Record<Rarity, number> = {
  common: 1,
  uncommon: 2,
  rare: 3,
  mythical: 4,
  legendary: 5,
  ancient: 6,
  contraband: 8,
};

export const voices = {
  tick(speed: number): void {
    play([tone(900 + Math.min(speed, 40) * 16, 0, 34, 0.16, "triangle")]);
  },
  land(rarity: string, good: boolean): void {
    const thud = tone(150, 0, 160, 0.5);
    const steps = good ? FANFARE[parseRarity(rarity)] : 0;
    play([thud, ...Array.from({ length: steps }, (_, i) => tone(step(i), 60 + i * 70, 420, 0.2, "triangle"))]);
  },
  click(): void {
    play([tone(620, 0, 46, 0.12, "triangle")]);
  },
  coin(): void {
    play([tone(step(5), 0, 120, 0.16), tone(step(7), 70, 220, 0.16)]);
  },
  denied(): void {
    play([tone(196, 0, 180, 0.22, "triangle")]);
  },
} as const;
