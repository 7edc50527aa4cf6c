import { beforeEach, expect, it, vi } from "vitest";

interface Node {
  readonly kind: string;
  readonly gain: { value: number };
  readonly to: Node[];
}

let time = 0;
let nodes: Node[] = [];

function node(kind: string): Node {
  const param = () => ({
    value: 0,
    setValueAtTime() {},
    exponentialRampToValueAtTime() {},
    setTargetAtTime: (value: number) => {
      made.gain.value = value;
    },
  });
  const made = {
    kind,
    to: [] as Node[],
    gain: param(),
    frequency: param(),
    Q: param(),
    threshold: param(),
    ratio: param(),
    connect: (next: Node) => {
      made.to.push(next);
      return next;
    },
    disconnect() {},
    start() {},
    stop() {},
  };
  nodes.push(made);
  return made;
}

class FakeAudio {
  sampleRate = 8;
  destination = node("destination");
  get currentTime() {
    return time;
  }
  createGain = () => node("gain");
  createOscillator = () => node("wave");
  createBiquadFilter = () => node("filter");
  createBufferSource = () => node("noise");
  createDynamicsCompressor = () => node("limiter");
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
}

const waves = () => nodes.filter(({ kind }) => kind === "wave").length;
const load = async () => {
  vi.resetModules();
  return import("./synth.ts");
};

beforeEach(() => {
  time = 1;
  nodes = [];
  vi.stubGlobal("AudioContext", FakeAudio);
});

it("makes no sound before it is woken", async () => {
  const { voices } = await load();
  voices.sting("vault");
  voices.drone(1);
  voices.bed(true);
  expect(nodes).toEqual([]);
});

it("never ticks twice within 28 ms, however fast the reel", async () => {
  const { voices, wake } = await load();
  wake();
  voices.tick(30);
  expect(waves()).toBe(1);
  time += 0.027;
  voices.tick(30);
  expect(waves()).toBe(1);
  time += 0.002;
  voices.tick(30);
  expect(waves()).toBe(2);
});

it("makes what sounds already quieter, and silent, by ear", async () => {
  const { mute, setVolume, voices, wake } = await load();
  wake();
  voices.sting("blaze");
  const master = nodes.find(({ kind, to }) => kind === "gain" && to[0]?.kind === "limiter");
  const whole = master?.gain.value ?? 0;
  expect(whole).toBeGreaterThan(0);
  setVolume(0.5);
  expect(master?.gain.value).toBeCloseTo(whole / 4);
  mute(true);
  expect(master?.gain.value).toBe(0);
  mute(false);
  expect(master?.gain.value).toBeCloseTo(whole / 4);
  setVolume(1);
  expect(master?.gain.value).toBe(whole);
});

it("fades a scene's sounds on a hush, and what follows is heard", async () => {
  const { voices, wake } = await load();
  wake();
  const buses = () => nodes.filter(({ kind, to }) => kind === "gain" && to.some((next) => next === master));
  const master = nodes.find(({ kind, to }) => kind === "gain" && to[0]?.kind === "limiter");
  voices.sting("shine");
  const [first] = buses();
  expect(first?.gain.value).toBeCloseTo(0.5, 1); // −6 dB
  voices.hush();
  expect(first?.gain.value).toBe(0);
  voices.sting("tap");
  expect(buses()).toHaveLength(2);
  expect(buses()[1]?.gain.value).toBeCloseTo(0.5, 1);
});

it("plays more voices with every tier, and one drone however often it is told how near", async () => {
  const { voices, wake } = await load();
  wake();
  const heard = (["tap", "glint", "shine", "blaze", "vault"] as const).map((name) => {
    const before = waves();
    voices.sting(name);
    return waves() - before;
  });
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  const before = waves();
  for (const nearness of [0, 0.5, 1]) voices.drone(nearness);
  expect(waves() - before).toBe(3);
});

it("ends what goes on, the drone and the bed, on a page that is not seen any more", async () => {
  const { voices, wake } = await load();
  wake();
  const levelOf = (loud: number) =>
    nodes.filter(({ kind, gain }) => kind === "gain" && gain.value === loud).find(({ to }) => to[0]?.kind === "gain");
  voices.drone(0.5);
  voices.bed(true);
  const [drone, bed] = [levelOf(0.5), levelOf(0.6)];
  expect([drone, bed]).not.toContain(undefined);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect([drone?.gain.value, bed?.gain.value]).toEqual([0, 0]);
});
