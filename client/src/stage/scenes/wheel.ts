/**
 * The wheel of an upgrade: a dial with its winning section, a comet that runs round, light where the next edge lies,
 * and what the result is worth by its tier. Nothing is shown nearer to a win than it was: the light follows the true
 * angle.
 */
import { Container, Sprite, Texture } from "pixi.js";
import { clamp01, inOut, lerp } from "../ease.ts";
import { makeLightKit } from "../light-kit.ts";
import { LightView } from "../light-view.ts";
import { JADE, rarityTint, WHITE } from "../palette.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { makeTierFrame, TIERS, type Tier, tierFrame } from "../tiers.ts";
import { paintDial, TRACK_SHARE } from "../wheel-dial.ts";
import {
  makeWheelState,
  tensionAt,
  WHEEL_REDUCED_MS,
  type WheelPlan,
  type WheelState,
  wheelAt,
  wheelEndMs,
} from "../wheel-time.ts";

/** Where the wheel stands in its host, and where its target does; px. */
export interface WheelPlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly target?: { readonly x: number; readonly y: number; readonly width: number } | undefined;
}

export interface WheelScenePlan {
  readonly wheel: WheelPlan;
  /** What was won against what was put in; 0 for a loss. */
  readonly tier: Tier;
  /** The item that flies to the centre when it is won. */
  readonly prize?: { readonly image: string; readonly rarity: string } | undefined;
  /** Undefined: in the middle of the host. */
  readonly place?: ((width: number, height: number) => WheelPlace) | undefined;
  readonly onMoment?: ((state: WheelState) => void) | undefined;
}

/** The radius of a dial in a square host leaves room for its numerals. */
export const DIAL_ROOM = 1.22;
const COMET = 70;
/** Part of a turn that its tail covers at full length. */
const COMET_TURN = 0.154;
const RADIUS_LEAST = 40;
const FLOOD_MS = 360;
const DIM_MS = 200;
const FLY_MS = 420;
const TAU = Math.PI * 2;

/** When a round of this tier is over. */
export const wheelShowMs = (wheel: WheelPlan, tier: Tier): number =>
  wheel.spinMs + (wheel.won ? Math.max(TIERS[tier].lengthMs, FLOOD_MS) : 900);

export async function wheelScene(context: SceneContext, plan: WheelScenePlan): Promise<Scene> {
  const { wheel, tier } = plan;
  const kit = makeLightKit();
  const root = new Container();
  const light = new LightView(kit);
  const dial = new Sprite();
  dial.anchor.set(0.5);
  const flood = new Sprite(kit.glow);
  const tension = new Sprite(kit.glow);
  for (const s of [flood, tension]) {
    s.anchor.set(0.5);
    s.blendMode = "add";
    s.tint = JADE;
  }
  const comet = Array.from({ length: COMET }, () => {
    const s = new Sprite(kit.glow);
    s.anchor.set(0.5);
    s.blendMode = "add";
    s.tint = 0xdfe9ff;
    return s;
  });
  const head = new Sprite(kit.glow);
  head.anchor.set(0.5);
  head.blendMode = "add";
  const needle = new Sprite(kit.marker);
  needle.anchor.set(0.5, 1);
  const prize = new Sprite();
  prize.anchor.set(0.5);
  prize.visible = false;
  root.addChild(light.back, dial, tension, flood, ...comet, head, needle, light.front, prize, light.over);
  const tint = rarityTint(plan.prize?.rarity ?? "");
  light.show({ tier: wheel.won ? tier : 0, tint, seed: Math.round(wheel.stop * 1e6), phone: false });
  const state = makeWheelState();
  const frame = makeTierFrame();
  let at: WheelPlace = { x: 0, y: 0, radius: RADIUS_LEAST };
  let picture: Texture | null = null;
  let ticks = 0;
  let landed = false;

  if (plan.prize && wheel.won) {
    const image = new Image();
    image.src = plan.prize.image;
    if (/^(https?:)?\/\//i.test(plan.prize.image)) image.crossOrigin = "anonymous";
    await image.decode().then(
      () => {
        picture = Texture.from(image, true);
        prize.texture = picture;
      },
      () => undefined, // it is won without its picture, too
    );
  }

  const put = (s: Sprite, place: number, radius: number): void => {
    const angle = place * TAU;
    s.position.set(at.x + Math.sin(angle) * radius, at.y - Math.cos(angle) * radius);
  };

  function sounds(since: number): void {
    if (state.ticks > ticks && state.ticks - ticks < 4 && state.speed > 0) context.sound.tick(state.speed * 4);
    ticks = state.ticks;
    const near = tensionAt(wheel, state);
    context.sound.drone(state.speed > 0 && state.speed < 1 ? near : null);
    if (since >= 0 && !landed && since < 300) {
      context.sound.land();
      context.sound.sting(wheel.won ? TIERS[tier].sound : "tap");
    }
    landed = since >= 0;
  }

  function seekComet(since: number): void {
    const track = at.radius * TRACK_SHARE;
    const radius = at.radius - track / 2;
    const dim = since < 0 || wheel.won ? 1 : 1 - 0.8 * clamp01(since / DIM_MS);
    const stretch = Math.min(1, state.speed * 1.6 + 0.08);
    for (let i = 0; i < comet.length; i++) {
      const s = comet[i];
      if (!s) continue;
      put(s, state.place - (i / COMET) * COMET_TURN * stretch, radius);
      const strength = (1 - i / COMET) ** 2;
      s.alpha = (0.06 + 0.2 * strength) * dim;
      s.setSize(track * (0.7 + 0.6 * strength), track * (0.7 + 0.6 * strength));
    }
    put(head, state.place, radius);
    head.setSize(track * 2.6, track * 2.6);
    head.alpha = dim;
    put(needle, state.place, radius - track / 2 - 8);
    needle.rotation = state.place * TAU + Math.PI;
    needle.setSize(at.radius * 0.1, at.radius * 0.09);
    needle.alpha = dim;
    needle.tint = since >= 0 && wheel.won ? JADE : WHITE;
  }

  function seekLight(tMs: number, since: number, calm: boolean): void {
    const near = tensionAt(wheel, state);
    tension.visible = near > 0;
    if (tension.visible) {
      const gap = (edge: number): number => (((edge - state.place) % 1) + 1) % 1;
      const end = wheel.start + wheel.rate;
      put(tension, gap(wheel.start) < gap(end) ? wheel.start : end, at.radius * 0.93);
      tension.setSize(at.radius * 2, at.radius * 2);
      tension.alpha = 0.15 + 0.45 * near;
    }
    flood.visible = since >= 0 && wheel.won;
    flood.position.set(at.x, at.y);
    flood.setSize(at.radius * 3, at.radius * 3);
    flood.alpha = 0.5 * clamp01(since / FLOOD_MS) * (1 - 0.5 * clamp01((since - FLOOD_MS) / 1200));
    tierFrame(tier, calm ? TIERS[tier].lengthMs : since, frame);
    light.seek(frame, wheel.won ? since : -1, calm);
    prize.visible = wheel.won && since >= 0 && picture !== null && plan.place !== undefined;
    if (!prize.visible) return;
    const fly = calm ? 1 : inOut(clamp01(since / FLY_MS));
    const from = at.target ?? { x: at.x, y: at.y, width: at.radius };
    prize.position.set(lerp(from.x, at.x, fly), lerp(from.y, at.y - at.radius * 0.28, fly));
    const width = lerp(from.width, at.radius * 1.1, fly);
    prize.setSize(width, width * 0.75);
    prize.alpha = tMs > 0 ? 1 : 0;
  }

  return {
    root,
    endMs: wheelShowMs(wheel, tier),
    resize(w, h, dpr) {
      at = plan.place?.(w, h) ?? { x: w / 2, y: h / 2, radius: Math.min(w, h) / 2 / DIAL_ROOM };
      at = { ...at, radius: Math.max(RADIUS_LEAST, at.radius) };
      dial.texture.destroy(true);
      dial.texture = Texture.from(paintDial(at.radius, dpr, wheel), true);
      dial.position.set(at.x, at.y);
      dial.setSize(at.radius * 2 * DIAL_ROOM, at.radius * 2 * DIAL_ROOM);
      light.layout(at.x, at.y, at.radius * 2.3, w);
    },
    economize: (level) => light.economize(level),
    seek(tMs) {
      const calm = context.reducedMotion && tMs > 0;
      const t = calm && tMs >= WHEEL_REDUCED_MS / 2 ? Math.max(tMs, wheelEndMs(wheel)) : tMs;
      wheelAt(wheel, t, state);
      const since = t >= wheel.spinMs ? t - wheel.spinMs : -1;
      seekComet(since);
      seekLight(t, since, context.reducedMotion);
      sounds(since);
      plan.onMoment?.(state);
      return true;
    },
    destroy() {
      context.sound.drone(null);
      dial.texture.destroy(true);
      picture?.destroy(true);
      root.destroy({ children: true });
      kit.destroy();
    },
  };
}
