import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverNow } from "../../net/clock.ts";
import { toast, useToasts } from "../../ui/toast.ts";
import { useDrawing } from "./draw.ts";
import { DRAW_MS, REST_MS } from "./draw-time.ts";
import { bottle, room } from "./fixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

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
