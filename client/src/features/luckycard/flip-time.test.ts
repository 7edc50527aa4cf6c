import { expect, test } from "vitest";
import { TIERS, type Tier } from "../../stage/tiers.ts";
import { FACE_MS, flipPhases, TOLD_MS } from "./flip-time.ts";

test("a flip is told when its card lies again, and goes on as long as its tier", () => {
  for (const tier of [0, 1, 2, 3, 4] as const satisfies readonly Tier[]) {
    const at = Object.fromEntries(flipPhases(tier, false));
    expect(at.faced).toBe(FACE_MS);
    expect(at.told).toBe(TOLD_MS);
    expect(at.rest).toBeGreaterThanOrEqual(FACE_MS + TIERS[tier].lengthMs);
    expect(at.rest).toBeGreaterThanOrEqual(TOLD_MS);
  }
  expect(flipPhases(4, true).map(([phase]) => phase)).toEqual(["faced", "told", "rest"]);
  expect(Math.max(...flipPhases(4, true).map(([, atMs]) => atMs))).toBeLessThanOrEqual(200);
});
