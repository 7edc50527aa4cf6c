import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpeningScenePlan } from "../../stage/scenes/opening.ts";
import type { Stage } from "../../stage/stage.ts";
import type { StageHostProps } from "../../stage/stage-host.tsx";
import { isPlaying } from "../../state/playing.ts";
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
const LANDS_MS = 3100;
const SHOW_MS = 1600;
const scene = {
  turn: vi.fn(),
  stop: vi.fn(),
  answer: vi.fn((_: unknown, atMs: number) => ({ landsMs: atMs + LANDS_MS, endMs: atMs + LANDS_MS + SHOW_MS })),
};
let plan: OpeningScenePlan | null = null;
const build = vi.fn(async (_: unknown, given: OpeningScenePlan) => {
  plan = given;
  return scene;
});
vi.mock("../../stage/scenes/opening.ts", () => ({
  openingScene: (context: unknown, given: OpeningScenePlan) => build(context, given),
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));

const won = { id: 1, rarity: "rare", image: "/i", thumb: "/t", brand: "Talon", name: "Carrara" };
const strips: OpenReelStrip[] = [{ resultId: "9-0", entries: [won], won, valueCents: 500, chance: 0.0044 }];
const pool = { entries: [won], strips: [[won]] };
const stage = { play: vi.fn(), draw: vi.fn(), pause: vi.fn(), invalidate: vi.fn() };
const onSettled = vi.fn();
const hush = vi.fn();

const props = (change: Partial<OpenReelProps> = {}): OpenReelProps => ({
  box: { name: "Vault", image: "/box.webp", accent: "#fff" },
  count: 1,
  pool,
  strips,
  phase: "spinning",
  stakeCents: 1000,
  eachCents: 1000,
  fast: false,
  reducedMotion: false,
  sound: { tick() {}, land() {}, sting() {}, bell() {}, drone() {}, bed() {}, hush },
  onSettled,
  ...change,
});
const waiting = (change: Partial<OpenReelProps> = {}) => props({ phase: "waiting", strips: [], ...change });
const ready = () =>
  act(async () => {
    const built = await host?.build({} as never);
    host?.onStage(stage as unknown as Stage, built ?? null);
  });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  onSettled.mockReset();
  host = null;
  plan = null;
});
afterEach(() => vi.useRealTimers());

describe("OpenReel", () => {
  it("turns from the click on, whatever the server takes, and tells no result", async () => {
    render(<OpenReel {...waiting()} />);
    await ready();
    expect(scene.turn).toHaveBeenCalledOnce();
    expect(stage.play).toHaveBeenCalledOnce();
    pass(60_000);
    expect(scene.answer).not.toHaveBeenCalled();
    expect(onSettled).not.toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("lands from where it turns when the answer comes, on the same clock", async () => {
    const { rerender } = render(<OpenReel {...waiting()} />);
    await ready();
    pass(3900);
    rerender(<OpenReel {...props()} />);
    expect(scene.turn).toHaveBeenCalledOnce(); // it does not start again
    expect(scene.answer.mock.calls[0]?.[1]).toBeCloseTo(3900, -1);
    expect(stage.play).toHaveBeenCalledTimes(2);
    pass(LANDS_MS - 50);
    expect(onSettled).not.toHaveBeenCalled();
    pass(100);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("settles once at the landing by time alone, and paints the rest: a hidden tab draws no frames", async () => {
    render(<OpenReel {...props()} />);
    await ready();
    onSettled.mockImplementation(() => expect(stage.draw).toHaveBeenCalledOnce()); // before the actions
    pass(LANDS_MS);
    expect(onSettled).toHaveBeenCalledOnce();
    expect(stage.draw.mock.calls[0]?.[0]).toBeGreaterThanOrEqual(LANDS_MS);
    const [drawnAt = Number.POSITIVE_INFINITY] = stage.draw.mock.invocationCallOrder;
    expect(stage.play.mock.invocationCallOrder.at(-1)).toBeGreaterThan(drawnAt); // its celebration goes on
    pass(60_000);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("keeps everything else away until its celebration is over", async () => {
    const { rerender } = render(<OpenReel {...props()} />);
    await ready();
    pass(LANDS_MS);
    rerender(<OpenReel {...props({ phase: "settled" })} />);
    expect(isPlaying()).toBe(true);
    pass(SHOW_MS);
    expect(isPlaying()).toBe(false);
  });

  it("shows the result at a tap anywhere on the stage, and silences what is heard", async () => {
    render(<OpenReel {...props()} />);
    await ready();
    act(() => screen.getByRole("button", { name: "show" }).click());
    expect(onSettled).toHaveBeenCalledOnce();
    expect(hush).toHaveBeenCalled();
    expect(stage.draw).toHaveBeenCalledOnce();
    pass(60_000);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("offers no tap where motion is reduced: there is nothing to cut short", async () => {
    render(<OpenReel {...props({ reducedMotion: true })} />);
    await ready();
    expect(screen.queryByRole("button", { name: "show" })).toBeNull();
  });

  it("ends at once when whoever owns the opening asks for the result", async () => {
    const { rerender } = render(<OpenReel {...props()} />);
    await ready();
    rerender(<OpenReel {...props({ phase: "settled" })} />);
    expect(stage.draw).toHaveBeenCalledOnce();
    expect(isPlaying()).toBe(false);
    pass(60_000);
    expect(onSettled).not.toHaveBeenCalled(); // it knows
  });

  it("does not turn again under the results when the stage comes late, or comes back", async () => {
    const { rerender } = render(<OpenReel {...props()} />);
    pass(4000);
    expect(onSettled).toHaveBeenCalledOnce();
    rerender(<OpenReel {...props({ phase: "settled" })} />);
    await ready();
    expect(stage.play).not.toHaveBeenCalled();
    expect(stage.draw).toHaveBeenCalledOnce();
    act(() => host?.onStage(null, null));
    await ready();
    expect(stage.play).not.toHaveBeenCalled();
    expect(stage.draw).toHaveBeenCalledTimes(2);
  });

  it("does not hold results back when the reel cannot be drawn or is late", () => {
    const { unmount } = render(<OpenReel {...props()} />);
    act(() => host?.onUnavailable?.());
    expect(onSettled).toHaveBeenCalledOnce();
    unmount();
    render(<OpenReel {...props()} />);
    pass(4000);
    expect(onSettled).toHaveBeenCalledTimes(2);
  });

  it("shows the results at once where drawing became impossible while the answer was on its way", () => {
    const { rerender } = render(<OpenReel {...waiting()} />);
    act(() => host?.onUnavailable?.());
    expect(onSettled).not.toHaveBeenCalled();
    rerender(<OpenReel {...props()} />);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("lands on the scene that is shown, not on one of another number of boxes that was built too late", async () => {
    const late = {
      ...scene,
      answer: vi.fn(() => {
        throw new Error("destroyed");
      }),
    };
    let arrive = () => {};
    build.mockImplementationOnce(
      () =>
        new Promise<typeof scene>((resolve) => {
          arrive = () => resolve(late);
        }),
    );
    const { rerender } = render(<OpenReel {...waiting()} />);
    const first = host?.build({ signal: AbortSignal.abort() } as never);
    const two = { count: 2, pool: { ...pool, strips: [[won], [won]] } };
    rerender(<OpenReel {...waiting(two)} />);
    await ready();
    arrive();
    await act(async () => void (await first));
    const second = { ...strips[0], resultId: "9-1" } as OpenReelStrip;
    rerender(<OpenReel {...props({ ...two, strips: [...strips, second] })} />);
    expect(late.answer).not.toHaveBeenCalled();
    expect(scene.answer).toHaveBeenCalledOnce();
    pass(LANDS_MS);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("stands still when there is no answer", async () => {
    const { rerender } = render(<OpenReel {...waiting()} />);
    await ready();
    rerender(<OpenReel {...waiting({ phase: "idle" })} />);
    expect(scene.stop).toHaveBeenCalledOnce();
    expect(isPlaying()).toBe(false);
  });

  it("does not settle after it is gone", async () => {
    const { unmount } = render(<OpenReel {...props()} />);
    await ready();
    unmount();
    pass(60_000);
    expect(onSettled).not.toHaveBeenCalled();
  });

  it("writes what a moment shows: the number, its chip and its words", async () => {
    render(<OpenReel {...props({ strips: [{ ...strips[0], valueCents: 183_762 } as OpenReelStrip] })} />);
    await ready();
    act(() => plan?.onMoment({ words: [0.5], cents: 91_881, chip: 1.1, landed: true }));
    expect(document.querySelector("[data-number]")?.textContent).toBe("918.81");
    expect(document.querySelector<HTMLElement>("[data-chip]")?.style.transform).toBe("scale(1.1)");
    expect(document.querySelector<HTMLElement>("[data-words]")?.style.opacity).toBe("0.5");
  });

  it("names a loss in plain words: what was paid and the difference", () => {
    render(<OpenReel {...props({ phase: "settled" })} />);
    expect(screen.getByText("less")).toBeDefined();
    expect(document.querySelector("[data-tier]")?.getAttribute("data-tier")).toBe("0");
    expect(screen.getByRole("status").textContent).toContain("Carrara");
  });

  it("tells no multiplier of what was free", () => {
    render(<OpenReel {...props({ phase: "settled", stakeCents: 0, eachCents: 100 })} />);
    expect(document.querySelector("[data-chip]")).toBeNull();
    expect(screen.getByText("free")).toBeDefined();
  });

  it("lets everything else come when the stage is lost after a celebration that was cut short", async () => {
    const { rerender } = render(<OpenReel {...props()} />);
    await ready();
    pass(LANDS_MS);
    rerender(<OpenReel {...props({ phase: "settled" })} />);
    rerender(<OpenReel {...waiting()} />);
    act(() => host?.onStage(null, null));
    const next = { strips: [{ ...strips[0], resultId: "9-1" } as OpenReelStrip] };
    rerender(<OpenReel {...props(next)} />);
    pass(4000);
    expect(onSettled).toHaveBeenCalledTimes(2);
    rerender(<OpenReel {...props({ ...next, phase: "settled" })} />);
    pass(60_000);
    expect(isPlaying()).toBe(false);
  });

  it("turns again for the next opening of the same box, on the same scene", async () => {
    const { rerender } = render(<OpenReel {...props()} />);
    await ready();
    pass(LANDS_MS);
    rerender(<OpenReel {...props({ phase: "settled" })} />);
    rerender(<OpenReel {...waiting()} />);
    expect(scene.turn).toHaveBeenCalledTimes(2);
    rerender(<OpenReel {...props({ strips: [{ ...strips[0], resultId: "9-1" } as OpenReelStrip] })} />);
    pass(LANDS_MS);
    expect(onSettled).toHaveBeenCalledTimes(2);
  });
});
