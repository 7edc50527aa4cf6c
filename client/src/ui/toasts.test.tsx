import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropToast, holdToasts, toast, useToasts } from "./toast.ts";
import { Toasts } from "./toasts.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
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

const texts = () => useToasts.getState().toasts.map(({ text }) => text);
const close = (text: string) => dropToast(useToasts.getState().toasts.find((one) => one.text === text)?.id ?? 0);

test("of toasts that waited none is lost: the fifth comes when there is room for it", () => {
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

test("a new one takes the place of none that waited, and comes behind them", () => {
  holdToasts(true);
  for (const text of ["1", "2", "3", "4", "5", "6"]) toast(text);
  holdToasts(false);
  toast("7");
  expect(texts()).toEqual(["1", "2", "3", "4"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual(["5", "6", "7"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test("where none waits the newest is seen at once", () => {
  for (const text of ["1", "2", "3", "4", "5"]) toast(text);
  expect(texts()).toEqual(["2", "3", "4", "5"]);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test("what waits to be closed keeps nothing in passing away, and is lost by nothing", () => {
  holdToasts(true);
  for (const text of ["a", "b", "c", "d", "e"]) toast(text, "ok", true);
  for (const text of ["1", "2"]) toast(text);
  holdToasts(false);
  expect(texts()).toEqual(["a", "b", "c", "d", "1"]);
  vi.advanceTimersByTime(4_500);
  expect(texts()).toEqual(["a", "b", "c", "d", "2"]);
  toast("3"); // the newest, where none in passing waits
  expect(texts()).toEqual(["a", "b", "c", "d", "3"]);
  vi.advanceTimersByTime(4_500);
  close("a");
  expect(texts()).toEqual(["b", "c", "d", "e"]);
  for (const text of texts()) close(text);
  expect(texts()).toEqual([]);
});
