import { expect, it } from "vitest";
import type { BattlePlan } from "../../stage/battle-time.ts";
import { battleMoment, CLIP_HOLD_MS, CLIP_MOST_MS, clipName, clipSpan, clipType } from "./clip-time.ts";

const plan = (rounds: number): BattlePlan => ({
  seats: 2,
  rounds,
  roundMs: 5000,
  mode: "normal",
  values: [],
  reels: [],
});

it("shows a whole battle that fits, and its outcome for four seconds more", () => {
  expect(clipSpan(plan(3))).toEqual({ fromMs: 0, endMs: 15_000, lengthMs: 19_000, round: 0 });
});

it("shows the last rounds of one that does not fit, from the beginning of a round, within a minute", () => {
  const span = clipSpan(plan(30));
  expect(span.lengthMs).toBeLessThanOrEqual(CLIP_MOST_MS);
  expect(span.lengthMs).toBeGreaterThan(CLIP_MOST_MS - 5000);
  expect(span.fromMs).toBe(span.round * 5000);
  expect(span.endMs).toBe(150_000);
});

it("goes through its part of the battle and stays at the end", () => {
  const span = clipSpan(plan(30));
  expect(battleMoment(span, 0)).toBe(span.fromMs);
  expect(battleMoment(span, 1000)).toBe(span.fromMs + 1000);
  expect(battleMoment(span, span.lengthMs - CLIP_HOLD_MS)).toBe(span.endMs);
  expect(battleMoment(span, span.lengthMs)).toBe(span.endMs);
});

it("is WebM where the browser writes it, MP4 where it writes only that, and nothing without a recorder", () => {
  expect(clipType((type) => type.includes("vp8"))).toBe("video/webm;codecs=vp8");
  expect(clipType((type) => type === "video/mp4")).toBe("video/mp4");
  expect(clipType(() => false)).toBeNull();
  expect(clipType(undefined)).toBeNull();
  expect(clipName("7", "video/webm;codecs=vp9")).toBe("jadebox-battle-7.webm");
  expect(clipName("7", "video/mp4")).toBe("jadebox-battle-7.mp4");
});
