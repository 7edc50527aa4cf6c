import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "./throttle.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("every 200 ms at most: the first at once, the last when the time is over", () => {
  const act = vi.fn();
  const call = throttle(act);
  call();
  expect(act).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) call();
  vi.advanceTimersByTime(199);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(2);
  call();
  expect(act).toHaveBeenCalledTimes(3);
});

test("another time can be said, and after its end nothing follows", () => {
  const act = vi.fn();
  const call = throttle(act, 50);
  call();
  call();
  vi.advanceTimersByTime(50);
  expect(act).toHaveBeenCalledTimes(2);
  call();
  call.end();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(2);
});
