/** What follows from the levels and a player's status (product spec §4, "VIP"). Pure. */
import type { UserVip, VipLevel } from "./api.ts";

export const LEVEL_MAX = 10;

const ZERO: VipLevel = { level: 0, vipNum: 0, vipRate: 0, vipAmount: 0 };

/** Level 0, which asks and gives nothing, and the configured levels. */
export const allLevels = (config: readonly VipLevel[]): readonly VipLevel[] => [ZERO, ...config];

/** A bonus as it is shown: "/" where there is none. */
export const hasBonus = (level: VipLevel): boolean => level.vipAmount > 0;

/** Every level after the claimed one up to the player's. */
export const unclaimed = (levels: readonly VipLevel[], { vipLevel, redPacketLevel }: UserVip): readonly VipLevel[] =>
  levels.filter(({ level }) => level > redPacketLevel && level <= vipLevel);

export type ClaimState = "claimed" | "ready" | "waits" | "locked";

/** Bonuses come in order: the one after the last claimed is ready, those behind it wait for it. */
export function claimState(level: VipLevel, { vipLevel, redPacketLevel }: UserVip): ClaimState {
  if (level.level > 0 && level.level <= redPacketLevel) return "claimed";
  if (level.level === 0 || level.level > vipLevel || !hasBonus(level)) return "locked";
  return level.level === redPacketLevel + 1 ? "ready" : "waits";
}

export interface Progress {
  readonly next: number;
  readonly need: number;
  /** How much of the next level's requirement is missing; 0 at the top. */
  readonly missing: number;
  readonly share: number;
}

/** The next level is one more, capped at 10; what is missing is its requirement minus the experience. */
export function progress(levels: readonly VipLevel[], { vipLevel, vipExperience }: UserVip): Progress {
  const next = Math.min(vipLevel + 1, LEVEL_MAX, levels.length - 1);
  const need = levels[next]?.vipNum ?? 0;
  const missing = Math.max(0, Math.round((need - vipExperience) * 100) / 100);
  return { next, need, missing, share: need > 0 ? Math.min(1, vipExperience / need) : 1 };
}
