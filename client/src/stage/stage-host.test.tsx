import { cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Scene } from "./scene.ts";
import { StageHost } from "./stage-host.tsx";

interface Made {
  readonly destroy: ReturnType<typeof vi.fn>;
  lose(): void;
}

const { stages } = vi.hoisted(() => ({ stages: [] as Made[] }));
vi.mock("./stage.ts", () => ({
  Stage: {
    async create(_: HTMLElement, { onLost }: { onLost: () => void }) {
      const stage = { destroy: vi.fn(), lose: onLost, setScene: vi.fn(), draw: vi.fn(), invalidate: vi.fn() };
      stages.push(stage);
      return stage;
    },
  },
}));

/** A scene that comes when it is told to. */
function slow() {
  const scene = { destroy: vi.fn() };
  const waiting: Array<() => void> = [];
  const build = vi.fn(() => new Promise<Scene>((resolve) => waiting.push(() => resolve(scene as unknown as Scene))));
  const come = async () => {
    for (const one of waiting.splice(0)) one();
    await new Promise((done) => setTimeout(done));
  };
  return { scene, build, come };
}

const common = { reducedMotion: false, label: "reel", className: undefined };

beforeEach(() => {
  stages.length = 0;
});

test("of scenes that were built one after the other the last is shown, and every other one is destroyed", async () => {
  const [first, second, third] = [slow(), slow(), slow()];
  const onStage = vi.fn();
  const host = (build: typeof first.build) => (
    <StrictMode>
      <StageHost {...common} build={build} onStage={onStage} />
    </StrictMode>
  );
  const { rerender, unmount } = render(host(first.build));
  await vi.waitFor(() => expect(first.build).toHaveBeenCalled());
  rerender(host(second.build));
  await vi.waitFor(() => expect(second.build).toHaveBeenCalled());
  rerender(host(third.build));
  await vi.waitFor(() => expect(third.build).toHaveBeenCalled());
  onStage.mockClear();
  await third.come();
  await second.come();
  await first.come();
  expect(first.scene.destroy).toHaveBeenCalledTimes(first.build.mock.calls.length);
  expect(second.scene.destroy).toHaveBeenCalledTimes(1);
  expect(third.scene.destroy).not.toHaveBeenCalled();
  expect(onStage.mock.calls).toEqual([[stages.at(-1), third.scene]]);
  expect(screen.getByRole("img").dataset.ready).toBe("1");
  unmount();
  expect(onStage.mock.lastCall).toEqual([null, null]);
  for (const stage of stages) expect(stage.destroy).toHaveBeenCalledTimes(1);
});

test("a stage that was lost goes away, and the scene is built again on another one", async () => {
  const { build, come, scene } = slow();
  const onStage = vi.fn();
  render(<StageHost {...common} build={build} onStage={onStage} />);
  await vi.waitFor(() => expect(build).toHaveBeenCalledTimes(1));
  await come();
  stages[0]?.lose();
  await vi.waitFor(() => expect(build).toHaveBeenCalledTimes(2));
  await come();
  expect(onStage.mock.calls).toEqual([
    [stages[0], scene],
    [null, null],
    [stages[1], scene],
  ]);
  expect(stages[0]?.destroy).toHaveBeenCalledTimes(1);
  cleanup();
});
