import { beforeEach, expect, it, vi } from "vitest";
import { forgetServerTime, observeServerTime, serverNow } from "./clock.ts";

const NOW = 1_800_000_000_000;
const offset = () => serverNow() - NOW;

beforeEach(() => {
  forgetServerTime();
  vi.spyOn(Date, "now").mockReturnValue(NOW);
});

it("is the local clock until something is known", () => {
  expect(offset()).toBe(0);
});

it("takes half of the round trip as the way back", () => {
  observeServerTime(NOW + 1_000, NOW - 200, NOW);
  expect(offset()).toBe(1_100);
});

it("believes the quickest of the last few answers", () => {
  observeServerTime(NOW + 500, NOW - 20, NOW);
  observeServerTime(NOW + 3_000, NOW - 5_000, NOW);
  expect(offset()).toBe(510);
  for (let i = 0; i < 7; i++) observeServerTime(NOW + 700, NOW - 100, NOW);
  expect(offset()).toBe(750); // the quick one is too old
});

it("ignores nonsense", () => {
  observeServerTime(NOW + 500, NOW + 10, NOW);
  observeServerTime(Number.NaN, NOW - 10, NOW);
  observeServerTime(0, NOW - 10, NOW);
  expect(offset()).toBe(0);
});
