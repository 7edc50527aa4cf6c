/**
 * Sparks and shards of a celebration in closed form: where each one is follows from seed, number and time alone, so
 * that seeking works in any order. No state, no allocation when `out` is passed.
 */
import { hash01, lerp, outCubic } from "./ease.ts";

const SPREAD_MS = 140;
/** Particles are gone before their celebration ends: its last frame is still. */
const LIFE_LEAST = 0.45;
const LIFE_MOST = 0.94;
/** Tail of a spark along the radius, px. */
const TAIL = { least: 8, most: 30 };
/** One shard in seven is out of focus and twice the size: depth. */
const SOFT_SHARE = 1 / 7;
const SHAPES = 3;

export interface Particle {
  alive: boolean;
  /** In units of the radius of the burst. */
  x: number;
  y: number;
  alpha: number;
  /** Of a spark its thickness, of a shard its size, both against the drawn one. */
  scale: number;
  /** Of a spark its direction outwards, of a shard its turn; radians. */
  angle: number;
  /** Length of a spark's tail, px. */
  tail: number;
  /** Of a shard how far it is foreshortened, 0.3 … 1. */
  tilt: number;
}

export const makeParticle = (): Particle => ({
  alive: false,
  x: 0,
  y: 0,
  alpha: 0,
  scale: 0,
  angle: 0,
  tail: 0,
  tilt: 1,
});

/** How far a particle is through its life, below 0 before it and from 1 on after it. */
function lifeAt(seed: number, i: number, tMs: number, lengthMs: number): number {
  const from = hash01(seed, i, 9) * SPREAD_MS;
  const life = lengthMs * lerp(LIFE_LEAST, LIFE_MOST, hash01(seed, i, 8)) - SPREAD_MS;
  return life > 0 ? (tMs - from) / life : 1;
}

export function sparkAt(seed: number, i: number, tMs: number, lengthMs: number, out: Particle): Particle {
  const t = lifeAt(seed, i, tMs, lengthMs);
  out.alive = t > 0 && t < 1;
  if (!out.alive) return out;
  out.angle = hash01(seed, i) * Math.PI * 2;
  const reach = (0.28 + 0.78 * Math.sqrt(hash01(seed, i, 1))) * outCubic(t);
  out.x = Math.cos(out.angle) * reach;
  out.y = Math.sin(out.angle) * reach * 0.66 + 0.1 * t * t;
  out.alpha = (1 - t) ** 0.8 * lerp(0.4, 1, hash01(seed, i, 2));
  out.scale = lerp(0.5, 1.6, hash01(seed, i, 3) ** 2);
  out.tail = lerp(TAIL.least, TAIL.most, hash01(seed, i, 4)) * (1 - 0.6 * t);
  return out;
}

/** Which of the drawn shapes a shard has; -1 is the one out of focus. */
export function shardShape(seed: number, i: number): number {
  const depth = hash01(seed, i, 15);
  return depth < SOFT_SHARE ? -1 : Math.floor(((depth - SOFT_SHARE) / (1 - SOFT_SHARE)) * SHAPES);
}

export function shardAt(seed: number, i: number, tMs: number, lengthMs: number, out: Particle): Particle {
  const t = lifeAt(seed, i, tMs, lengthMs);
  out.alive = t > 0 && t < 1;
  if (!out.alive) return out;
  const angle = hash01(seed, i, 10) * Math.PI * 2;
  const reach = (0.3 + 0.75 * Math.sqrt(hash01(seed, i, 11))) * outCubic(t);
  const soft = shardShape(seed, i) < 0;
  out.x = Math.cos(angle) * reach * 1.15;
  out.y = Math.sin(angle) * reach * 0.62 + 0.3 * t * t;
  out.alpha = Math.min(1, (1 - t) * 2.2) * (soft ? 0.55 : 0.95);
  out.scale = lerp(0.45, 1.2, hash01(seed, i, 12)) * (soft ? 2 : 1);
  out.angle = hash01(seed, i, 13) * Math.PI * 2 + t * lerp(-3, 3, hash01(seed, i, 16));
  out.tilt = 0.3 + 0.7 * Math.abs(Math.cos(hash01(seed, i, 14) * Math.PI * 2 + t * 5));
  return out;
}
