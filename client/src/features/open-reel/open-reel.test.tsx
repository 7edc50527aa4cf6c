import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Stage } from "../../stage/stage.ts";
import type { StageHostProps } from "../../stage/stage-host.tsx";
import { OpenReel, type OpenReelProps } from "./open-reel.tsx";
import type { OpenReelStrip } from "./strips.ts";

// The stage itself needs a graphics context; what is tested here is when a spin counts as over.
let host: StageHostProps | null = null;
vi.mock("../../stage/stage-host.tsx", () => ({
  StageHost: (props: StageHostProps) => {
    host = props;
    return null;
  },
}));
vi.mock("../../stage/stage.ts", () => ({}));
vi.mock("../../stage/scenes/case-reel.ts", () => ({}));
vi.mock("../../stage/scenes/columns.ts", () => ({}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));

const won = { id: 1, rarity: "rare", image: "/i", thumb: "/t", brand: "Talon", name: "Carrara" };
const strips: OpenReelStrip[] = [{ resultId: "9-0", entries: [won], won, valueCents: 500 }];
const stage = { play: vi.fn(), draw: vi.fn(), pause: vi.fn() };
const onSettled = vi.fn();

const props = (change: Partial<OpenReelProps> = {}): OpenReelProps => ({
  box: { name: "Vault", image: "/box.webp", accent: "#fff" },
  count: 1,
  strips,
  phase: "spinning",
  stakeCents: 1000,
  reducedMotion: false,
  onSettled,
  ...change,
});
const ready = () => act(() => host?.onStage(stage as unknown as Stage));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  host = null;
});
afterEach(() => vi.useRealTimers());

describe("OpenReel", () => {
  it("shows the box, and no result, before the server has answered", () => {
    render(<OpenReel {...props({ phase: "waiting", strips: [], count: 3 })} />);
    expect(document.querySelectorAll("img")).toHaveLength(3);
    expect(host).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(onSettled).not.toHaveBeenCalled();
  });

  it("settles once when the reel rests, by time alone: a hidden tab draws no frames", () => {
    render(<OpenReel {...props()} />);
    ready();
    expect(stage.play).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(3000);
    expect(onSettled).not.toHaveBeenCalled();
    expect(screen.queryByRole("status")).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(onSettled).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("paints the rest, and lets the burst go on, when it settles without frames", () => {
    render(<OpenReel {...props()} />);
    ready();
    onSettled.mockImplementation(() => expect(stage.draw).toHaveBeenCalledOnce()); // before the plaques
    vi.advanceTimersByTime(4000);
    expect(onSettled).toHaveBeenCalledOnce();
    const [at] = stage.draw.mock.calls[0] ?? [];
    expect(at).toBeGreaterThanOrEqual(3000);
    expect(at).toBeLessThan(5000);
    expect(stage.play).toHaveBeenCalledTimes(2);
    expect(stage.play.mock.invocationCallOrder[1]).toBeGreaterThan(stage.draw.mock.invocationCallOrder[0] ?? Infinity);
    expect(stage.play.mock.calls[1]).toEqual(stage.play.mock.calls[0]); // the same clock: nothing jumps
  });

  it("does not spin again under the results when the stage comes late, or comes back", () => {
    render(<OpenReel {...props()} />);
    vi.advanceTimersByTime(4000);
    expect(onSettled).toHaveBeenCalledOnce();
    ready();
    expect(stage.play).not.toHaveBeenCalled();
    expect(stage.draw).toHaveBeenCalledOnce();
    act(() => host?.onStage(null));
    ready();
    expect(stage.play).not.toHaveBeenCalled();
    expect(stage.draw).toHaveBeenCalledTimes(2);
  });

  it("shows the result within half a second when motion is reduced", () => {
    render(<OpenReel {...props({ reducedMotion: true })} />);
    ready();
    vi.advanceTimersByTime(500);
    expect(onSettled).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "skip" })).toBeNull();
  });

  it("does not hold results back when the reel cannot be drawn or is late", () => {
    const { unmount } = render(<OpenReel {...props()} />);
    act(() => host?.onUnavailable?.());
    expect(onSettled).toHaveBeenCalledOnce();
    unmount();
    render(<OpenReel {...props()} />);
    vi.advanceTimersByTime(4000);
    expect(onSettled).toHaveBeenCalledTimes(2);
  });

  it("can be skipped", () => {
    render(<OpenReel {...props()} />);
    ready();
    act(() => screen.getByRole("button", { name: "skip" }).click());
    expect(onSettled).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(stage.draw).toHaveBeenCalledOnce();
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("does not settle after it is gone", () => {
    const { unmount } = render(<OpenReel {...props()} />);
    ready();
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(onSettled).not.toHaveBeenCalled();
  });

  it("names the results once settled", () => {
    render(<OpenReel {...props({ phase: "settled" })} />);
    expect(screen.getByRole("status").textContent).toContain("Carrara");
  });

  it("spins again for the next opening of the same box", () => {
    const { rerender } = render(<OpenReel {...props()} />);
    ready();
    vi.advanceTimersByTime(4000);
    rerender(<OpenReel {...props({ phase: "waiting", strips: [] })} />);
    act(() => host?.onStage(null));
    rerender(<OpenReel {...props({ strips: [{ ...strips[0], resultId: "9-1" } as OpenReelStrip] })} />);
    ready();
    vi.advanceTimersByTime(4000);
    expect(onSettled).toHaveBeenCalledTimes(2);
  });
});
