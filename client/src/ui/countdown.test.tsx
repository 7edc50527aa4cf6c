import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countdown, leftOf } from "./countdown.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("days, hours, minutes and seconds, and nothing below zero", () => {
  expect(leftOf(((25 * 60 + 3) * 60 + 4) * 1000)).toEqual({ days: 1, hours: 1, minutes: 3, seconds: 4 });
  expect(leftOf(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test("is hidden when it would read one second, and says once when the time has come", () => {
  const onEnd = vi.fn();
  render(<Countdown title="discount" endsAtMs={Date.now() + 2000} onEnd={onEnd} />);
  expect(screen.getByRole("timer").textContent).toContain("00:00:02");
  act(() => void vi.advanceTimersByTime(1000)); // it would read 00:00:01
  expect(screen.queryByRole("timer")).toBeNull();
  expect(onEnd).not.toHaveBeenCalled(); // a second is left
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryByRole("timer")).toBeNull();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("a time that was never given shows nothing", () => {
  render(<Countdown title="discount" endsAtMs={0} />);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.queryByText("discount")).toBeNull();
});
