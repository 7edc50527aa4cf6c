import { describe, expect, it } from "vitest";
import { burstEndMs, makeSpark, sparkAt } from "./burst-time.ts";

describe("sparkAt", () => {
  it("is over at the end and has not begun before 0", () => {
    for (let i = 0; i < 64; i++) {
      expect(sparkAt(5, i, -1, makeSpark()).alive).toBe(false);
      expect(sparkAt(5, i, burstEndMs + 1, makeSpark()).alive).toBe(false);
    }
  });

  it("depends on number and time alone", () => {
    const out = makeSpark();
    const at = (t: number) => ({ ...sparkAt(5, 3, t, out) });
    const moment = at(600);
    at(1200);
    expect(at(600)).toEqual(moment);
    expect({ ...sparkAt(5, 4, 600, out) }).not.toEqual(moment);
  });
});
