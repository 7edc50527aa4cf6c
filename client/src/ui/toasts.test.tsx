import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdToasts, toast, useToasts } from "./toast.ts";
import { Toasts } from "./toasts.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a persistent one waits to be closed, others go", () => {
  render(<Toasts />);
  act(() => {
    toast("in passing");
    toast("delivered", "ok", true);
  });
  act(() => void vi.advanceTimersByTime(3_600_000));
  expect(screen.queryByText("in passing")).toBeNull();
  expect(screen.getByText("delivered")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { hidden: true }));
  expect(screen.queryByText("delivered")).toBeNull();
});

test("of toasts that waited none is lost: the fifth comes when there is room for it", () => {
  const texts = () => useToasts.getState().toasts.map(({ text }) => text);
  useToasts.setState({ toasts: [] });
  holdToasts(true);
  for (const text of ["1", "2", "3", "4", "5", "6"]) toast(text);
  expect(texts()).toEqual([]);
  holdToasts(false);
  expect(texts()).toEqual(["1", "2", "3", "4"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual(["5", "6"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});
