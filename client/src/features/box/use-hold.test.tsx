import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOLD_MS, HOLD_PAUSE_MS, useHold } from "./use-hold.ts";

const opened = vi.fn();
function Button({ rest }: { rest: boolean }) {
  return (
    <button type="button" {...useHold(opened, rest)}>
      open
    </button>
  );
}
const button = () => screen.getByRole("button");
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  opened.mockReset();
});
afterEach(() => vi.useRealTimers());

test("a click opens once, however long ago it was", () => {
  render(<Button rest={false} />);
  fireEvent.pointerDown(button());
  fireEvent.pointerUp(button());
  fireEvent.click(button());
  pass(60_000);
  expect(opened).toHaveBeenCalledOnce();
});

test("held, it opens again after each result that was seen, until it is let go", () => {
  const { rerender } = render(<Button rest={false} />);
  fireEvent.pointerDown(button());
  pass(HOLD_MS);
  expect(opened).toHaveBeenCalledTimes(1);
  pass(60_000);
  expect(opened).toHaveBeenCalledTimes(1); // the first is not done
  rerender(<Button rest />);
  pass(HOLD_PAUSE_MS - 1);
  expect(opened).toHaveBeenCalledTimes(1);
  pass(1);
  expect(opened).toHaveBeenCalledTimes(2);
  rerender(<Button rest={false} />);
  rerender(<Button rest />);
  fireEvent.pointerUp(button());
  fireEvent.click(button()); // what a browser sends at the end of every press
  pass(60_000);
  expect(opened).toHaveBeenCalledTimes(2);
});
