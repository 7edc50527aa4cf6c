/**
 * The voices behind sound.ts, fetched with the first gesture: before it no browser lets a page sound. Everything is in
 * D, so that layers agree whenever they meet. Five buses keep their distance to each other: what decides is loudest.
 */

type Bus = "bed" | "ticks" | "land" | "sting" | "tension";

/** Decibels of each bus below the master. */
const BUS_DB: Readonly<Record<Bus, number>> = { bed: -24, ticks: -14, land: -8, sting: -6, tension: -18 };
/** What belongs to one scene; a bed goes on under it. */
const OF_SCENES: readonly Bus[] = ["ticks", "land", "sting", "tension"];
const MASTER = 0.9;
const HUSH_S = 0.08;
/** No two ticks closer than this, however fast the reel. */
const TICK_GAP_S = 0.028;
const TICK_HZ = { slow: 1100, fast: 2200 };
/** Cells a second of a reel at full speed. */
const TICK_FULL_SPEED = 34;
const DRONE_HZ = { far: 300, near: 1800 };
const NEARLY_0 = 0.0001;

const D1 = 36.71;
const D2 = D1 * 2;
const D5 = D1 * 16;
const semitones = (n: number): number => 2 ** (n / 12);

interface Tone {
  readonly hz: number;
  readonly atMS: number;
  readonly lastsMS: number;
  readonly gain: number;
  readonly wave?: OscillatorType;
  readonly attackMS?: number;
  /** Glides there within its time. */
  readonly toHz?: number;
  /** Above this the tone is dull, Hz. */
  readonly below?: number;
}

let context: AudioContext | null = null;
let master: GainNode | null = null;
let noise: AudioBuffer | null = null;
const buses = new Map<Bus, GainNode>();
let lastTick = 0;
let drone: { readonly filter: BiquadFilterNode; readonly level: GainNode; readonly waves: OscillatorNode[] } | null =
  null;
let bed: { readonly level: GainNode; readonly rain: AudioBufferSourceNode; bell: number; next: number } | null = null;

/** Call once, after a gesture. */
export function wake(): void {
  if (typeof AudioContext === "undefined") return;
  context = new AudioContext();
  master = context.createGain();
  master.gain.value = MASTER;
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -6;
  limiter.ratio.value = 12;
  master.connect(limiter).connect(context.destination);
  // No frame is drawn of a page that is not seen, so nothing would end it.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || !context) return;
    endDrone(context);
    voices.bed(false); // asked for again when the rain is shown again
  });
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[i] = state / 2147483648;
  }
}

const VOLUME = "volume";
let muted = false;
let volume = Number(localStorage.getItem(VOLUME)) || 1;

/** By ear, and so squared; what sounds already follows. */
function setLevel(): void {
  if (master) master.gain.value = muted ? 0 : MASTER * volume ** 2;
}

/** Silences what sounds already, too. */
export function mute(value: boolean): void {
  muted = value;
  setLevel();
}

export const volumeNow = (): number => volume;

/** How loud everything is, above 0 and at most 1; this device remembers it. */
export function setVolume(value: number): void {
  volume = value;
  localStorage.setItem(VOLUME, String(value));
  setLevel();
}

function busOf(context: AudioContext, name: Bus): GainNode {
  const known = buses.get(name);
  if (known) return known;
  const bus = context.createGain();
  bus.gain.value = 10 ** (BUS_DB[name] / 20);
  if (master) bus.connect(master);
  buses.set(name, bus);
  return bus;
}

/** The context when it may sound now: there is one, and the page is seen. */
const awake = (): AudioContext | null => (context && !document.hidden ? context : null);

function envelope(context: AudioContext, from: number, attack: number, until: number, gain: number): GainNode {
  const level = context.createGain();
  level.gain.setValueAtTime(NEARLY_0, from);
  level.gain.exponentialRampToValueAtTime(gain, from + attack);
  level.gain.exponentialRampToValueAtTime(NEARLY_0, until);
  return level;
}

function play(bus: Bus, tones: readonly Tone[]): void {
  const audio = awake();
  if (!audio) return;
  const output = busOf(audio, bus);
  for (const tone of tones) {
    const from = audio.currentTime + tone.atMS / 1000;
    const until = from + tone.lastsMS / 1000;
    const wave = audio.createOscillator();
    wave.type = tone.wave ?? "sine";
    wave.frequency.setValueAtTime(tone.hz, from);
    if (tone.toHz) wave.frequency.exponentialRampToValueAtTime(tone.toHz, until);
    let last: AudioNode = wave;
    if (tone.below) {
      const filter = audio.createBiquadFilter();
      filter.type = "lowpass";
      filter.frequency.value = tone.below;
      last = last.connect(filter);
    }
    last.connect(envelope(audio, from, (tone.attackMS ?? 6) / 1000, until, tone.gain)).connect(output);
    wave.start(from);
    wave.stop(until + 0.02);
  }
}

/** A short burst of noise around a pitch: the wood in a tick, a landing, a tap. */
function knock(bus: Bus, hz: number, lastsMS: number, gain: number): void {
  const audio = awake();
  if (!audio || !noise) return;
  const from = audio.currentTime;
  const until = from + lastsMS / 1000;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hz;
  filter.Q.value = 4;
  source
    .connect(filter)
    .connect(envelope(audio, from, 0.002, until, gain))
    .connect(busOf(audio, bus));
  source.start(from, (hz % 97) / 100);
  source.stop(until + 0.02);
}

/** Struck jade: a fundamental and two partials that do not fit it. */
const chime = (hz: number, atMS: number, lastsMS: number, gain: number): Tone[] => [
  { hz, atMS, lastsMS, gain },
  { hz: hz * 2.76, atMS, lastsMS: lastsMS * 0.45, gain: gain * 0.28 },
  { hz: hz * 5.4, atMS, lastsMS: lastsMS * 0.18, gain: gain * 0.12 },
];

const gong = (lastsMS: number): Tone[] =>
  [1, 1.52, 2.24, 2.87, 3.61].map((partial, i) => ({
    hz: D2 * partial,
    atMS: 0,
    lastsMS: lastsMS / (1 + i * 0.35),
    gain: 0.5 / (1 + i),
    attackMS: 14,
  }));

const strings = (lastsMS: number): Tone[] =>
  [2, 3, 4].map((times) => ({
    hz: D2 * times,
    atMS: 120,
    lastsMS,
    gain: 0.13,
    wave: "sawtooth",
    attackMS: 420,
    below: 1400,
  }));

/** D–F–A–D. */
const bellRun = (fromMS: number): Tone[] =>
  [0, 3, 7, 12].flatMap((n, i) => chime(D5 * semitones(n), fromMS + i * 130, 900, 0.26));

const choir = (lastsMS: number): Tone[] =>
  [0, 7, 12, 15, 19].map((n, i) => ({
    hz: (D5 / 2) * semitones(n) * (1 + (i % 2 ? 0.002 : -0.002)),
    atMS: 160 + i * 60,
    lastsMS,
    gain: 0.12,
    attackMS: 700,
  }));

const shimmer: Tone[] = [12, 19, 24, 31].map((n, i) => ({
  hz: D5 * semitones(n),
  atMS: 200 + i * 70,
  lastsMS: 620,
  gain: 0.05,
  attackMS: 120,
}));

const STINGS = {
  tap: [{ hz: 196, toHz: 98, atMS: 0, lastsMS: 130, gain: 0.5 }],
  glint: chime(D5, 0, 900, 0.4),
  shine: [...chime(D5, 0, 900, 0.34), ...chime(D5 * semitones(7), 150, 1100, 0.34), ...shimmer],
  blaze: [...gong(2600), ...strings(2300), ...bellRun(300)],
  vault: [
    ...gong(3600),
    ...choir(3200),
    { hz: D1, atMS: 0, lastsMS: 2400, gain: 0.6, attackMS: 40 },
    ...bellRun(420),
    ...bellRun(1900),
  ],
} satisfies Record<string, readonly Tone[]>;

function endDrone(audio: AudioContext): void {
  if (!drone) return;
  drone.level.gain.setTargetAtTime(0, audio.currentTime, HUSH_S / 3);
  for (const wave of drone.waves) wave.stop(audio.currentTime + HUSH_S * 2);
  drone = null;
}

function startDrone(audio: AudioContext): NonNullable<typeof drone> {
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = DRONE_HZ.far;
  const level = audio.createGain();
  level.gain.value = 0;
  level.gain.setTargetAtTime(0.5, audio.currentTime, 0.4);
  filter.connect(level).connect(busOf(audio, "tension"));
  const waves = [D2, D2 * 1.5, D2 * 1.004].map((hz) => {
    const wave = audio.createOscillator();
    wave.type = "sawtooth";
    wave.frequency.value = hz;
    wave.connect(filter);
    wave.start();
    return wave;
  });
  return { filter, level, waves };
}

/** Slow bells over the noise of rain, three seconds apart, down a pentatonic scale of D and up again. */
const BED_BELLS = [12, 7, 5, 3, 0, 3, 5, 7];

export const voices = {
  tick(speed: number): void {
    const audio = awake();
    if (!audio || audio.currentTime - lastTick < TICK_GAP_S) return;
    lastTick = audio.currentTime;
    const share = Math.min(1, Math.max(0, speed / TICK_FULL_SPEED));
    const hz = TICK_HZ.slow + (TICK_HZ.fast - TICK_HZ.slow) * share;
    knock("ticks", hz, 24, 0.9);
    play("ticks", [{ hz, atMS: 0, lastsMS: 30, gain: 0.35, wave: "triangle", attackMS: 2 }]);
  },
  land(): void {
    knock("land", 420, 60, 0.7);
    play("land", [{ hz: D2 * 2, toHz: D2, atMS: 0, lastsMS: 170, gain: 0.7 }]);
  },
  sting(name: keyof typeof STINGS): void {
    if (name === "tap") knock("sting", 620, 50, 0.4);
    play("sting", STINGS[name]);
  },
  bell(n: number): void {
    play("sting", chime(D5 * semitones(n), 0, 700, 0.26));
  },
  drone(nearness: number | null): void {
    if (!context) return;
    if (nearness === null || document.hidden) {
      endDrone(context);
      return;
    }
    drone ??= startDrone(context);
    const share = Math.min(1, Math.max(0, nearness));
    const hz = DRONE_HZ.far + (DRONE_HZ.near - DRONE_HZ.far) * share;
    drone.filter.frequency.setTargetAtTime(hz, context.currentTime, 0.08);
  },
  bed(playing: boolean): void {
    if (!context || !noise) return;
    if (!playing) {
      if (!bed) return;
      clearInterval(bed.bell);
      bed.level.gain.setTargetAtTime(0, context.currentTime, 0.15);
      bed.rain.stop(context.currentTime + 1);
      bed = null;
      return;
    }
    if (bed || document.hidden) return;
    const rain = context.createBufferSource();
    rain.buffer = noise;
    rain.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.value = 900;
    const level = context.createGain();
    level.gain.value = 0;
    level.gain.setTargetAtTime(0.6, context.currentTime, 0.5);
    rain.connect(filter).connect(level).connect(busOf(context, "bed"));
    rain.start();
    const started = { level, rain, bell: 0, next: 0 };
    started.bell = window.setInterval(() => {
      const step = BED_BELLS[started.next++ % BED_BELLS.length] ?? 0;
      play("bed", chime((D5 / 2) * semitones(step), 0, 2600, 0.8));
    }, 3000);
    bed = started;
  },
  hush(): void {
    if (!context) return;
    endDrone(context);
    for (const name of OF_SCENES) {
      const bus = buses.get(name);
      if (!bus) continue;
      buses.delete(name); // what starts after this second is heard on a bus of its own
      bus.gain.setTargetAtTime(0, context.currentTime, HUSH_S / 3);
      setTimeout(() => bus.disconnect(), HUSH_S * 3000);
    }
  },
  click(): void {
    play("land", [{ hz: 620, atMS: 0, lastsMS: 46, gain: 0.1, wave: "triangle" }]);
  },
  coin(): void {
    play("land", [...chime(D5 * 2, 0, 140, 0.12), ...chime(D5 * 2 * semitones(7), 70, 240, 0.12)]);
  },
  denied(): void {
    play("land", [{ hz: D2 * 2.67, atMS: 0, lastsMS: 180, gain: 0.16, wave: "triangle" }]);
  },
} as const;
