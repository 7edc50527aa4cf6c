import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "./toast.ts";
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
