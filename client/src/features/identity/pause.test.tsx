import { renderHook } from "@testing-library/react";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginPause, usePause } from "./pause.ts";

function Left() {
  return <output>{usePause()}</output>;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a minute counts down by seconds, goes on in the next dialog and ends", async () => {
  const place = document.createElement("div");
  let root = createRoot(place);
  await act(() => root.render(<Left />));
  expect(place.textContent).toBe("0");
  await act(() => beginPause());
  expect(place.textContent).toBe("60");
  await act(() => vi.advanceTimersByTime(10_000));
  expect(place.textContent).toBe("50");
  await act(() => root.unmount());
  vi.advanceTimersByTime(20_000);
  root = createRoot(place);
  await act(() => root.render(<Left />));
  expect(place.textContent).toBe("30");
  await act(() => vi.advanceTimersByTime(30_000));
  expect(place.textContent).toBe("0");
  await act(() => root.unmount());
});

test("a page that is loaded again goes on counting", async () => {
  beginPause();
  vi.advanceTimersByTime(15_000);
  vi.resetModules();
  const again = await import("./pause.ts");
  const { result, unmount } = renderHook(again.usePause);
  expect(result.current).toBe(45);
  unmount();
});
