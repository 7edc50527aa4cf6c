import { afterEach, expect, it, vi } from "vitest";
import { setHapticsOff, vibrate } from "./haptics.ts";

afterEach(() => {
  setHapticsOff(false);
  vi.unstubAllGlobals();
});

it("vibrates by the pattern, not for an empty one and not when switched off", () => {
  const heard = vi.fn();
  vi.stubGlobal("navigator", { vibrate: heard });
  vibrate([]);
  vibrate([15, 40, 15]);
  setHapticsOff(true);
  vibrate([10]);
  expect(heard.mock.calls).toEqual([[[15, 40, 15]]]);
});

it("does nothing where a browser offers no vibration", () => {
  vi.stubGlobal("navigator", {});
  expect(() => vibrate([10])).not.toThrow();
});
