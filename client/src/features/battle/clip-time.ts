/** Which part of a battle a clip shows, and when what comes in it. Pure. */
import { type BattlePlan, battleEndMs } from "../../stage/battle-time.ts";

/** A clip is recorded as it plays; the recording takes no longer than this. */
export const CLIP_MOST_MS = 60_000;
/** How long the outcome stays, with the address of its proof. */
export const CLIP_HOLD_MS = 4000;

export interface ClipSpan {
  /** Milliseconds of the battle. */
  readonly fromMs: number;
  readonly endMs: number;
  /** Of the clip. */
  readonly lengthMs: number;
  /** The first round that it shows, from 0. */
  readonly round: number;
}

/** The whole battle, or as many of its last rounds as fit. */
export function clipSpan(plan: BattlePlan): ClipSpan {
  const endMs = battleEndMs(plan);
  const most = Math.max(1, Math.floor((CLIP_MOST_MS - CLIP_HOLD_MS) / plan.roundMs));
  const round = Math.max(0, plan.rounds - most);
  const fromMs = round * plan.roundMs;
  return { fromMs, endMs, lengthMs: endMs - fromMs + CLIP_HOLD_MS, round };
}

/** The moment of the battle that a moment of the clip shows; it stays at its end. */
export const battleMoment = (span: ClipSpan, clipMs: number): number =>
  Math.min(span.endMs, span.fromMs + Math.max(0, clipMs));

/** WebM where the browser writes it, else what it can; null where it records nothing. */
export function clipType(supports: ((type: string) => boolean) | undefined): string | null {
  const types = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
  return (supports && types.find((type) => supports(type))) ?? null;
}

export const clipName = (battleId: string, type: string): string =>
  `jadebox-battle-${battleId}.${type.startsWith("video/mp4") ? "mp4" : "webm"}`;

/** Whether this browser can record what a canvas shows. */
export const canRecord = (): boolean =>
  clipType(typeof MediaRecorder === "undefined" ? undefined : (type) => MediaRecorder.isTypeSupported(type)) !== null &&
  "captureStream" in HTMLCanvasElement.prototype;
