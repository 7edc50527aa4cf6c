import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetServerTime, observeServerTime, serverNow } from "../../net/clock.ts";
import { toast, useToasts } from "../../ui/toast.ts";
import { useDrawing } from "./draw.ts";
import { DRAW_MS, REST_MS } from "./draw-time.ts";
import { bottle, room } from "./fixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

test("no toast comes before the light rests on the bottle that won", async () => {
  const drawn = { drawnAtMs: serverNow(), bottle: bottle(3), resultId: "wish-7" };
  const shown = { ...room([bottle(3)]), drawn } as ReturnType<typeof room>;
  const { result } = renderHook(() => useDrawing(shown));
  toast("you won");
  expect([result.current, useToasts.getState().toasts]).toEqual([true, []]);
  await act(() => vi.advanceTimersByTimeAsync(DRAW_MS + REST_MS + 100));
  expect(result.current).toBe(false);
  expect(useToasts.getState().toasts).toMatchObject([{ text: "you won" }]);
});

test("a draw ends on the page although the server's clock is found to be behind in the middle of it", async () => {
  const drawn = { drawnAtMs: serverNow(), bottle: bottle(3), resultId: "wish-7" };
  const shown = { ...room([bottle(3)]), drawn } as ReturnType<typeof room>;
  const { result } = renderHook(() => useDrawing(shown));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  observeServerTime(Date.now() - 200, Date.now(), Date.now());
  await act(() => vi.advanceTimersByTimeAsync(DRAW_MS + REST_MS));
  expect(result.current).toBe(false);
});

test("a draw ends on the page although this device's clock was found to be a minute behind in the middle of it", async () => {
  const drawn = { drawnAtMs: serverNow() + 60_000, bottle: bottle(3), resultId: "wish-7" };
  const shown = { ...room([bottle(3)]), drawn } as ReturnType<typeof room>;
  const { result } = renderHook(() => useDrawing(shown));
  observeServerTime(Date.now() + 60_000, Date.now(), Date.now());
  await act(() => vi.advanceTimersByTimeAsync(DRAW_MS + REST_MS + 1_100));
  expect(result.current).toBe(false);
});
