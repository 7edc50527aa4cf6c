/**
 * The wheel of an upgrade: a ring with its winning section, a pointer that runs round, light where it comes to rest.
 */
import { Container, Sprite, Texture } from "pixi.js";
import { burstEndMs } from "../burst-time.ts";
import { BurstView } from "../burst-view.ts";
import { hash01 } from "../ease.ts";
import { makeKit } from "../kit.ts";
import { JADE, WHITE } from "../palette.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { makeWheelState, WHEEL_REDUCED_MS, type WheelPlan, wheelAt, wheelEndMs } from "../wheel-time.ts";

export interface WheelScenePlan {
  readonly wheel: WheelPlan;
  /** Worth more than the stake. Only then sparks and glow. */
  readonly cheer: boolean;
}

const SPARKS = 72;
const TRAIL = 10;
/** Below this the rings would have no radius: a host that is not laid out yet has no size. */
const SIZE_LEAST = 96;
const TRAIL_STEP = 0.008;
const LOST = 0xff5d68;
const TAU = Math.PI * 2;

/** The ring at its exact size, dim outside the section and jade inside; place 0 is at the top, clockwise. */
function bakeRing(size: number, dpr: number, plan: WheelPlan): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.max(1, Math.ceil(size * dpr));
  const g = canvas.getContext("2d");
  if (!g) throw new Error("wheel: no 2D context");
  g.scale(dpr, dpr);
  const [centre, width] = [size / 2, ringWidth(size)];
  const radius = ringRadius(size);
  const arc = (from: number, length: number, colour: string, line: number, r: number): void => {
    g.beginPath();
    g.arc(centre, centre, r, (from - 0.25) * TAU, (from + length - 0.25) * TAU);
    g.strokeStyle = colour;
    g.lineWidth = line;
    g.stroke();
  };
  arc(0, 1, "rgba(148,170,214,.13)", width, radius);
  arc(0, 1, "rgba(148,170,214,.22)", 1, radius + width / 2);
  arc(0, 1, "rgba(148,170,214,.22)", 1, radius - width / 2);
  g.shadowColor = "rgba(53,242,184,.55)";
  g.shadowBlur = 18;
  arc(plan.start, plan.rate, "#2fdca8", width - 4, radius);
  g.shadowBlur = 0;
  for (let i = 0; i < 100; i++)
    arc(
      i / 100 - 0.0006,
      0.0012,
      i % 25 ? "rgba(241,244,250,.2)" : "rgba(241,244,250,.7)",
      i % 25 ? 4 : 9,
      radius + width / 2 + 7,
    );
  return Texture.from(canvas, true);
}

const ringRadius = (size: number): number => size / 2 - 22 - ringWidth(size) / 2;
const ringWidth = (size: number): number => Math.max(16, size * 0.075);

export async function wheelScene(context: SceneContext, plan: WheelScenePlan): Promise<Scene> {
  const kit = makeKit();
  const root = new Container();
  const ring = new Sprite();
  ring.anchor.set(0.5);
  const glow = new Sprite(kit.glow);
  glow.anchor.set(0.5);
  glow.blendMode = "add";
  const trail = Array.from({ length: TRAIL }, (_, i) => {
    const s = new Sprite(kit.spark);
    s.anchor.set(0.5);
    s.blendMode = "add";
    s.alpha = 0.5 * (1 - i / TRAIL);
    return s;
  });
  const pointer = new Sprite(kit.marker);
  pointer.anchor.set(0.5, 1);
  const burst = new BurstView(kit, SPARKS, Math.floor(hash01(Math.round(plan.wheel.stop * 1e6)) * 1e6));
  burst.colour(JADE);
  root.addChild(glow, ring, ...trail, pointer, burst);

  const state = makeWheelState();
  let size = 1;
  let ticks = 0;
  let landed = false;

  const put = (s: Sprite, place: number, radius: number): void => {
    const angle = place * TAU;
    s.position.set(Math.sin(angle) * radius, -Math.cos(angle) * radius);
  };

  function sounds(): void {
    if (state.ticks > ticks && state.speed > 0) context.sound.tick(state.speed * 4);
    ticks = state.ticks;
    if (state.shown > 0 && !landed) context.sound.sting(plan.cheer ? "glint" : "tap");
    landed = state.shown > 0;
  }

  return {
    root,
    endMs: wheelEndMs(plan.wheel) + (plan.cheer ? burstEndMs : 0),
    resize(w, h, dpr) {
      size = Math.max(SIZE_LEAST, Math.min(w, h));
      root.position.set(w / 2, h / 2);
      ring.texture.destroy(true);
      ring.texture = bakeRing(size, dpr, plan.wheel);
      ring.setSize(size, size);
      glow.setSize(size * 1.05, size * 1.05);
      pointer.setSize(size * 0.06, size * 0.042);
    },
    seek(tMs) {
      const calm = context.reducedMotion && tMs > 0;
      wheelAt(plan.wheel, calm && tMs >= WHEEL_REDUCED_MS / 2 ? Math.max(tMs, wheelEndMs(plan.wheel)) : tMs, state);
      const radius = ringRadius(size);
      const colour = state.inside ? JADE : state.shown > 0 ? LOST : WHITE;
      put(pointer, state.place, radius - ringWidth(size) / 2 - 6);
      pointer.rotation = state.place * TAU + Math.PI;
      pointer.scale.y = Math.abs(pointer.scale.y);
      pointer.tint = colour;
      trail.forEach((s, i) => {
        put(s, state.place - i * TRAIL_STEP * Math.min(1, state.speed), radius);
        s.tint = colour;
        s.scale.set((size / 900) * (1.2 - i / TRAIL));
      });
      glow.tint = colour;
      glow.alpha = state.shown > 0 ? 0.05 + (plan.wheel.won ? 0.22 : 0.08) * state.shown : 0.05;
      burst.seek(plan.cheer && !context.reducedMotion && state.shown > 0 ? tMs - plan.wheel.spinMs : -1, size * 0.5);
      sounds();
      return true;
    },
    destroy() {
      ring.texture.destroy(true);
      root.destroy({ children: true });
      kit.destroy();
    },
  };
}
