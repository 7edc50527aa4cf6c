import { act, render, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverNow } from "../../net/clock.ts";
import type { RollDrawn, RollSnapshot } from "../../protocol/gen.ts";
import { rollDrawMs } from "../../stage/roll-time.ts";
import { toast, useToasts } from "../../ui/toast.ts";
import { DrawStage, useDrawing } from "./draw.tsx";

vi.mock("./draw-stage.tsx", () => {
  throw new Error("it cannot be fetched");
});

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

test("no toast comes before the last winner of a draw is named", async () => {
  const winners = ["one", "two"].map((name) => ({ entrant: { name } }));
  const drawn = { drawnAtMs: serverNow(), winners } as unknown as RollDrawn;
  const room = { drawn, recent: [] } as unknown as RollSnapshot;
  const { result } = renderHook(() => useDrawing(room));
  toast("you won");
  expect(result.current).toMatchObject({ running: true, hidden: 2 });
  expect(useToasts.getState().toasts).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toMatchObject({ running: false, hidden: 0 });
  expect(useToasts.getState().toasts).toMatchObject([{ text: "you won" }]);
});

test("an end that comes between two looks at the clock is shown at the next", async () => {
  const drawn = { drawnAtMs: serverNow(), winners: [{ entrant: { name: "one" } }] } as unknown as RollDrawn;
  const room = { drawn, recent: [] } as unknown as RollSnapshot;
  const { result } = renderHook(() => useDrawing(room));
  const draw = result.current?.draw;
  if (!draw) throw new Error("there is a draw");
  const endMs = drawn.drawnAtMs + rollDrawMs(draw);
  const clock = vi.spyOn(Date, "now");
  clock.mockReturnValueOnce(endMs - 1).mockReturnValueOnce(endMs);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current?.running).toBe(false);
});

test("a reel that cannot be fetched keeps its place: nothing on the page jumps", async () => {
  const { container } = render(<DrawStage drawing={{} as never} className="wide" />);
  await vi.dynamicImportSettled();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(container.querySelectorAll(".stage.wide")).toHaveLength(1);
});
