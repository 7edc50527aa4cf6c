/** Sparks in closed form: where each one is follows from its number and t alone, so seeking works in any order. */
import { hash01, outCubic } from "./ease.ts";

export const BURST_MS = 1400;
const SPREAD_MS = 140;

export interface Spark {
  alive: boolean;
  /** In units of the burst radius. */
  x: number;
  y: number;
  alpha: number;
  scale: number;
}

export const makeSpark = (): Spark => ({ alive: false, x: 0, y: 0, alpha: 0, scale: 0 });

export function sparkAt(seed: number, i: number, tMs: number, out: Spark): Spark {
  const t = (tMs - hash01(seed, i, 9) * SPREAD_MS) / BURST_MS;
  out.alive = t > 0 && t < 1;
  if (!out.alive) return out;
  const angle = hash01(seed, i) * Math.PI * 2;
  const reach = (0.35 + 0.9 * hash01(seed, i, 1)) * outCubic(t);
  out.x = Math.cos(angle) * reach;
  out.y = Math.sin(angle) * reach * 0.8 + 0.55 * t * t;
  out.alpha = (1 - t) ** 1.5;
  out.scale = (0.08 + 0.26 * hash01(seed, i, 2)) * (1 - 0.6 * t);
  return out;
}

export const burstEndMs = BURST_MS + SPREAD_MS;
