/**
 * The page that stage.mjs drives: mounts the project's own scenes with the shipped art and exposes what is measured.
 */
import type { Scene, SceneContext } from "../src/stage/scene.ts";
import { columnsScene } from "../src/stage/scenes/columns.ts";
import { openingScene } from "../src/stage/scenes/opening.ts";
import { silence } from "../src/stage/sound.ts";
import { Stage } from "../src/stage/stage.ts";
import { reelPlanFor } from "../src/stage/strip.ts";
import { battlePlan, boxes, strip } from "./scenes.ts";

let openAgain: ((n: number) => void) | null = null;

async function opening(context: SceneContext, count: number): Promise<Scene> {
  const box = boxes[0];
  if (!box) throw new Error("no boxes");
  const strips = Array.from({ length: count }, (_, i) => strip(box, `o:${i}`, i * 4));
  const scene = await openingScene(context, { entries: box.entries, strips, onMoment() {}, onLayout() {} });
  openAgain = (n) => {
    const rows = Array.from({ length: count }, (_, i) => ({
      entries: strip(box, `${n}:${i}`, n + i * 4),
      reel: reelPlanFor(`${n}:${i}`, 0, 0),
      valueCents: 1000 * (i + 1),
    }));
    scene.turn();
    // The blaze has the most to draw that happens often enough to be measured.
    scene.answer({ rows, tier: 3, best: count > 1 ? 1 : -1, bestTier: count > 1 ? 3 : 0, seed: n, fast: false }, 0);
  };
  openAgain(0);
  return scene;
}

const scenes: Record<string, (context: SceneContext) => Promise<Scene>> = {
  reel: (c) => opening(c, 1),
  five: (c) => opening(c, 5),
  battle2: (c) => columnsScene(c, battlePlan(2)),
  battle4: (c) => columnsScene(c, battlePlan(4)),
};

let draws = 0;
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const) {
  const proto = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => void>;
  const original = proto[name];
  proto[name] = function (this: WebGL2RenderingContext, ...args: unknown[]) {
    draws++;
    original?.apply(this, args);
  };
}

const host = document.getElementById("host") as HTMLElement;
let stage: Stage | null = null;
let scene: Scene | null = null;

const bench = {
  scenes: Object.keys(scenes),
  async mount(name: string, width: number, height: number): Promise<void> {
    host.style.width = `${width}px`;
    host.style.height = `${height}px`;
    const signal = new AbortController().signal;
    const created = await Stage.create(host, { signal });
    if (!created) throw new Error("no stage");
    stage = created;
    const build = scenes[name];
    if (!build) throw new Error(name);
    scene = await build({ reducedMotion: false, sound: silence, signal, invalidate: () => created.invalidate() });
    created.setScene(scene);
    created.draw(0);
  },
  canOpenAgain: () => openAgain !== null,
  /** Opens so often on the stage that is mounted, each sought as it turns, lands and celebrates, one in ten drawn. */
  async openings(n: number): Promise<void> {
    for (let i = 1; i <= n; i++) {
      openAgain?.(i);
      for (const t of [120, 1500, 3200, 3700, 5000]) scene?.seek(t);
      if (i % 10 === 0) stage?.draw(3700);
      await new Promise(requestAnimationFrame);
    }
  },
  unmount(): void {
    openAgain = null;
    stage?.destroy();
    stage = null;
    scene = null;
    host.replaceChildren();
  },
  draw: (tMs: number) => stage?.draw(tMs),
  seek: (tMs: number) => scene?.seek(tMs),
  endMs: () => scene?.endMs ?? 0,
  /** Milliseconds of JS a frame over [from, to) at 60 frames a second; `whole` includes rendering. */
  cost(from: number, to: number, whole: boolean): number[] {
    const costs: number[] = [];
    for (let t = from; t < to; t += 1000 / 60) {
      const begin = performance.now();
      if (whole) stage?.draw(t);
      else scene?.seek(t);
      costs.push(performance.now() - begin);
    }
    return costs;
  },
  /** Every frame in a task of its own, as in a browser that paints. */
  async frames(from: number, to: number): Promise<number[]> {
    const costs: number[] = [];
    for (let t = from; t < to; t += 1000 / 30) {
      await new Promise(requestAnimationFrame);
      const begin = performance.now();
      stage?.draw(t);
      costs.push(performance.now() - begin);
    }
    return costs;
  },
  drawCalls(tMs: number): number {
    draws = 0;
    stage?.draw(tMs);
    return draws;
  },
};

declare global {
  var STAGE_BENCH: typeof bench;
}
globalThis.STAGE_BENCH = bench;
