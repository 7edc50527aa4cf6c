import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveClock, pausedClock, replayClock } from "./clock.ts";
import { round, snapshot, summary } from "./fixtures.ts";
import { battlePlan, courseOf } from "./plan.ts";
import { useBattleView } from "./use-battle-view.ts";

const planOf = (...rounds: ReturnType<typeof round>[]) =>
  battlePlan(courseOf(snapshot({ card: summary({ status: "running" }), rounds })));
const both = planOf(round(0, [100, 900]), round(1, [50, 5]));
const serverNow = () => Date.now();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("useBattleView", () => {
  it("follows the server's clock through the battle and renders once a change", () => {
    const clock = liveClock(serverNow, Date.now());
    let renders = 0;
    const { result } = renderHook(() => {
      renders++;
      return useBattleView(both, clock, false);
    });
    const before = renders;
    act(() => void vi.advanceTimersByTime(2900));
    expect(result.current).toMatchObject({ phase: "round", round: 0, totals: [0, 0] });
    expect(renders).toBe(before);
    act(() => void vi.advanceTimersByTime(400));
    expect(result.current).toMatchObject({ totals: [100, 900], leaders: 0b10 });
    act(() => void vi.advanceTimersByTime(7000));
    expect(result.current).toMatchObject({ phase: "over", round: 1, totals: [150, 905] });
    expect(vi.getTimerCount()).toBe(0);
    expect(renders - before).toBeLessThanOrEqual(6);
  });

  it("lands a late joiner in the right second", () => {
    const clock = liveClock(serverNow, Date.now() - 8100);
    const { result } = renderHook(() => useBattleView(both, clock, false));
    expect(result.current).toMatchObject({ round: 1, totals: [150, 900], shown: [2, 1] });
  });

  it("takes a round that arrives late without losing the time", () => {
    const clock = liveClock(serverNow, Date.now());
    const { result, rerender } = renderHook(({ plan }) => useBattleView(plan, clock, false), {
      initialProps: { plan: planOf() },
    });
    act(() => void vi.advanceTimersByTime(4000));
    expect(result.current).toMatchObject({ round: 0, totals: [0, 0], shown: [0, 0] });
    rerender({ plan: planOf(round(0, [100, 900])) });
    expect(result.current).toMatchObject({ round: 0, totals: [100, 900], shown: [1, 1] });
  });

  it("waits for a battle that has not started", () => {
    const { result } = renderHook(() => useBattleView(both, liveClock(serverNow, 0), false));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(result.current?.phase).toBe("before");
  });

  it("replays, pauses and seeks in any order", () => {
    const { result, rerender } = renderHook(({ clock }) => useBattleView(both, clock, false), {
      initialProps: { clock: pausedClock(9999) },
    });
    expect(result.current?.totals).toEqual([150, 905]);
    rerender({ clock: pausedClock(100) });
    expect(result.current?.totals).toEqual([0, 0]);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(result.current?.totals).toEqual([0, 0]);
    rerender({ clock: replayClock(2900, serverNow) });
    act(() => void vi.advanceTimersByTime(120));
    expect(result.current?.totals).toEqual([100, 0]);
  });

  it("shows a known round at once to a player who asked for calm", () => {
    const { result } = renderHook(() => useBattleView(both, liveClock(serverNow, Date.now() - 1), true));
    expect(result.current).toMatchObject({ round: 0, totals: [100, 900] });
  });
});
