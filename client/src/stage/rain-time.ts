/**
 * A rain of packets as a function of time: where each is at a moment, and which one a point is on. Allocation-free.
 */
import { hash01 } from "./ease.ts";

export interface RainPlan {
  readonly seed: number;
  readonly durationMs: number;
  /** Between two packets: 200 ms, on phones 500 ms (product spec §9). */
  readonly everyMs: number;
  readonly lifeMs: number;
}

/** x and y in shares of the width and height; y runs from above the screen to below it. */
export interface PacketState {
  live: boolean;
  x: number;
  y: number;
  rotation: number;
  /** 0.8 … 1.2 */
  size: number;
}

export const makePacketState = (): PacketState => ({ live: false, x: 0, y: 0, rotation: 0, size: 1 });

/** The last packet has left the screen when the rain ends. */
export const packetCount = (plan: RainPlan): number =>
  Math.max(0, Math.floor((plan.durationMs - plan.lifeMs) / plan.everyMs) + 1);

/** The packets that may be on the screen: from, and one behind the last. */
export const firstPacket = (plan: RainPlan, tMs: number): number =>
  Math.max(0, Math.ceil((tMs - plan.lifeMs) / plan.everyMs));
export const endPacket = (plan: RainPlan, tMs: number): number =>
  tMs < 0 ? 0 : Math.min(packetCount(plan), Math.floor(tMs / plan.everyMs) + 1);

export function packetAt(plan: RainPlan, n: number, tMs: number, out: PacketState): void {
  const age = (tMs - n * plan.everyMs) / plan.lifeMs;
  out.live = n >= 0 && n < packetCount(plan) && age >= 0 && age < 1;
  const sway = hash01(n, plan.seed, 2) * 6;
  out.x = 0.06 + 0.88 * hash01(n, plan.seed, 1) + 0.018 * Math.sin(age * 7 + sway);
  out.y = -0.12 + 1.24 * age;
  out.rotation = 0.5 * Math.sin(age * 5 + sway) + (hash01(n, plan.seed, 3) - 0.5) * 0.4;
  out.size = 0.8 + 0.4 * hash01(n, plan.seed, 4);
}

/** Packets that only give depth: slower and smaller behind those that can be hit, faster and larger before them. */
export const farPlan = (plan: RainPlan): RainPlan => ({
  ...plan,
  seed: plan.seed + 1,
  everyMs: plan.everyMs * 2,
  lifeMs: plan.lifeMs * 1.8,
});
export const nearPlan = (plan: RainPlan): RainPlan => ({
  ...plan,
  seed: plan.seed + 2,
  everyMs: plan.everyMs * 5,
  lifeMs: plan.lifeMs * 0.7,
});

const probe = makePacketState();

/** The packet nearest to a point within reach (all in pixels), -1 for none. What is taken cannot be hit. */
export function packetUnder(
  plan: RainPlan,
  tMs: number,
  at: { x: number; y: number; w: number; h: number; reach: number },
  taken: (n: number) => boolean,
): number {
  let best = -1;
  let nearest = at.reach;
  for (let n = firstPacket(plan, tMs); n < endPacket(plan, tMs); n++) {
    packetAt(plan, n, tMs, probe);
    if (!probe.live || taken(n)) continue;
    const distance = Math.hypot(probe.x * at.w - at.x, probe.y * at.h - at.y);
    if (distance <= nearest) {
      nearest = distance;
      best = n;
    }
  }
  return best;
}
