/**
 * The celebration of a result in five tiers: the one configuration of its length, light, camera, sound and haptics, and
 * its motion as a pure function of the time since the landing. A tier follows from what was won against what was paid
 * and from nothing else: never from rarity.
 */
import { clamp01, hash01, inOut, lerp, outBack, outCubic, outExpo } from "./ease.ts";
import type { Sting } from "./sound.ts";

export type Tier = 0 | 1 | 2 | 3 | 4;

/** How many of something a wide and a narrow screen draw. */
export interface ByScreen {
  readonly desktop: number;
  readonly phone: number;
}

export interface TierConfig {
  readonly lengthMs: number;
  /** How long the number counts up; 0 sets it at once. */
  readonly countMs: number;
  readonly numberPx: number;
  /** Rays in the colour of the rarity, and warm white ones. */
  readonly rays: number;
  readonly whiteRays: number;
  readonly sparks: ByScreen;
  readonly shards: ByScreen;
  /** What the camera comes to: 1 is still. */
  readonly push: number;
  readonly shakePx: number;
  readonly shakeMs: number;
  /** How far door and item drift apart. */
  readonly parallaxPx: number;
  readonly sound: Sting;
  /** Milliseconds on, off, on …; empty is none. */
  readonly haptics: readonly number[];
}

export const TIERS: Readonly<Record<Tier, TierConfig>> = {
  0: {
    lengthMs: 400,
    countMs: 0,
    numberPx: 34,
    rays: 0,
    whiteRays: 0,
    sparks: { desktop: 0, phone: 0 },
    shards: { desktop: 0, phone: 0 },
    push: 1,
    shakePx: 0,
    shakeMs: 0,
    parallaxPx: 0,
    sound: "tap",
    haptics: [],
  },
  1: {
    lengthMs: 900,
    countMs: 400,
    numberPx: 40,
    rays: 0,
    whiteRays: 0,
    sparks: { desktop: 24, phone: 16 },
    shards: { desktop: 0, phone: 0 },
    push: 1.02,
    shakePx: 0,
    shakeMs: 0,
    parallaxPx: 0,
    sound: "glint",
    haptics: [10],
  },
  2: {
    lengthMs: 1600,
    countMs: 800,
    numberPx: 48,
    rays: 12,
    whiteRays: 0,
    sparks: { desktop: 60, phone: 36 },
    shards: { desktop: 12, phone: 8 },
    push: 1.04,
    shakePx: 0,
    shakeMs: 0,
    parallaxPx: 0,
    sound: "shine",
    haptics: [15, 40, 15],
  },
  3: {
    lengthMs: 2800,
    countMs: 1400,
    numberPx: 60,
    rays: 26,
    whiteRays: 15,
    sparks: { desktop: 130, phone: 70 },
    shards: { desktop: 44, phone: 24 },
    push: 1.07,
    shakePx: 4,
    shakeMs: 180,
    parallaxPx: 0,
    sound: "blaze",
    haptics: [20, 40, 30, 40, 20],
  },
  4: {
    lengthMs: 4200,
    countMs: 2200,
    numberPx: 72,
    rays: 40,
    whiteRays: 20,
    sparks: { desktop: 220, phone: 110 },
    shards: { desktop: 90, phone: 44 },
    push: 1.1,
    shakePx: 0,
    shakeMs: 0,
    parallaxPx: 12,
    sound: "vault",
    haptics: [30, 40, 40, 40, 60],
  },
};

/**
 * The tier of what was won against what was paid, both in cents; of several openings and of a battle by their sums. A
 * free opening is measured against its box's price: the caller passes that as paid. Without anything to measure
 * against (paid 0) there is nothing to celebrate.
 */
export function tierOf(wonCents: number, paidCents: number): Tier {
  if (paidCents <= 0 || wonCents < paidCents) return 0;
  if (wonCents < paidCents * 3) return 1;
  if (wonCents < paidCents * 10) return 2;
  return wonCents < paidCents * 50 ? 3 : 4;
}

/** A moment of a celebration. */
export interface TierFrame {
  /** Scale of the camera, 1 … push. */
  camera: number;
  /** Offset of the picture, px. */
  shakeX: number;
  shakeY: number;
  /** Growth of the rays, 0 … 1; they rest at less. */
  rays: number;
  /** Brightness of the streak through the item, 0 … 1. */
  flare: number;
  /** Share of the won sum that the number shows, 0 … 1. */
  count: number;
  /** Scale of the chip with the multiplier, 0 … 1, over 1 as it pops. */
  chip: number;
  /** The item leaving its card, 0 … 1. */
  lift: number;
  /** How far the ring has turned, degrees. */
  ringDeg: number;
  /** How far door and item have drifted apart, px. */
  parallaxPx: number;
  /** One sweep of light over the card, 0 … 1; 0 and 1 show nothing. */
  sweep: number;
}

export const makeTierFrame = (): TierFrame => ({
  camera: 1,
  shakeX: 0,
  shakeY: 0,
  rays: 0,
  flare: 0,
  count: 0,
  chip: 0,
  lift: 0,
  ringDeg: 0,
  parallaxPx: 0,
  sweep: 0,
});

/** The number begins with the lift on its way; a short celebration has no time to wait for it. */
const COUNT_FROM_MS: Readonly<Record<Tier, number>> = { 0: 0, 1: 100, 2: 200, 3: 300, 4: 300 };
const LIFT_MS = 420;
const RAYS_MS = 600;
/** What the rays keep once the number stands. */
const RAYS_REST = 0.3;
const FLARE_FROM_MS = 120;
const FLARE_TO_MS = 500;
/** The streak does not go out with its flash. */
const FLARE_REST = 0.4;
const CHIP_BEFORE_MS = 200;
const CHIP_MS = 220;
const CAMERA_MS = 900;
const RING_DEG = 15;
/** From this tier on the vault's ring turns and is lit, and a streak runs through the item. */
export const BLAZE: Tier = 3;

/** When the number stands, ms after the landing. */
export const tierCountEndMs = (tier: Tier): number => COUNT_FROM_MS[tier] + TIERS[tier].countMs;

/** The moment `tMs` after the landing, in any order of t. From the tier's length on it is the last frame. */
export function tierFrame(tier: Tier, tMs: number, out: TierFrame): TierFrame {
  const config = TIERS[tier];
  const t = Math.min(Math.max(0, tMs), config.lengthMs);
  const countEnd = tierCountEndMs(tier);
  out.camera = lerp(1, config.push, inOut(clamp01(t / Math.min(CAMERA_MS, config.lengthMs))));
  const shakes = config.shakePx > 0 && t < config.shakeMs;
  const shake = shakes ? config.shakePx * (1 - t / config.shakeMs) : 0;
  const beat = Math.floor(t / 24); // a new direction about every frame and a half
  out.shakeX = shakes ? shake * (hash01(beat, 1) * 2 - 1) : 0;
  out.shakeY = shakes ? shake * (hash01(beat, 2) * 2 - 1) : 0;
  const rest = clamp01((t - countEnd) / Math.max(1, config.lengthMs - countEnd));
  out.rays = config.rays > 0 ? outCubic(clamp01(t / RAYS_MS)) * lerp(1, RAYS_REST, rest) : 0;
  const flash = clamp01((t - FLARE_FROM_MS) / (FLARE_TO_MS - FLARE_FROM_MS));
  out.flare =
    tier < BLAZE || t <= FLARE_FROM_MS ? 0 : flash < 0.3 ? flash / 0.3 : lerp(1, FLARE_REST, (flash - 0.3) / 0.7);
  out.count = config.countMs > 0 ? outCubic(clamp01((t - COUNT_FROM_MS[tier]) / config.countMs)) : 1;
  const pop = config.countMs > 0 ? clamp01((t - countEnd + CHIP_BEFORE_MS) / CHIP_MS) : 1;
  out.chip = pop > 0 ? outBack(pop) : 0;
  out.lift = outExpo(clamp01(t / LIFT_MS));
  out.ringDeg = tier >= BLAZE ? RING_DEG * inOut(t / config.lengthMs) : 0;
  out.parallaxPx = config.parallaxPx * inOut(t / config.lengthMs);
  out.sweep = tier === 1 ? t / config.lengthMs : 0;
  return out;
}
