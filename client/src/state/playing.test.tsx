import { render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { toast, useToasts } from "../ui/toast.ts";
import { isPlaying, usePlaying, useScene, whenFree } from "./playing.ts";

function Battle() {
  usePlaying(true);
  return null;
}
function Reel() {
  useScene(true);
  return null;
}
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => useToasts.setState({ toasts: [] }));

test("what waits for the player comes when the last game is over, once", () => {
  const { rerender } = render([<Battle key="a" />, <Reel key="b" />]);
  const act = vi.fn();
  whenFree(act);
  rerender([<Battle key="a" />]);
  expect([isPlaying(), act.mock.calls.length]).toEqual([true, 0]);
  rerender([]);
  expect([isPlaying(), act.mock.calls.length]).toEqual([false, 1]);
  render(<Battle />).unmount();
  expect(act).toHaveBeenCalledOnce();
});

test("a caller that is free need not wait, and one that gives up is not called", () => {
  const act = vi.fn();
  whenFree(act);
  expect(act).toHaveBeenCalledOnce();
  const { unmount } = render(<Battle />);
  whenFree(act)();
  unmount();
  expect(act).toHaveBeenCalledOnce();
});

test("toasts wait while a scene decides, and come in their order; a battle holds none", () => {
  const { rerender } = render([<Battle key="a" />, <Reel key="b" />]);
  toast("first");
  toast("second");
  expect(texts()).toEqual([]);
  rerender([<Battle key="a" />]);
  expect(texts()).toEqual(["first", "second"]);
  toast("third");
  expect(texts()).toContain("third");
});
