/**
 * Runs the scene of an opening: it turns as soon as it is asked to, lands when the answer is there and celebrates. A
 * timer, not the frames, decides that it has landed: a hidden tab draws no frames and must still be shown its results.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { BuildScene } from "../../stage/scene.ts";
import type { OpeningAnswer, OpeningScene, OpeningScenePlan } from "../../stage/scenes/opening.ts";
import type { SoundPort } from "../../stage/sound.ts";
import type { Stage } from "../../stage/stage.ts";
import { TIERS } from "../../stage/tiers.ts";
import { vibrate } from "../../ui/haptics.ts";

export type OpenReelPhase = "idle" | "waiting" | "spinning" | "settled";

interface SceneProps {
  readonly phase: OpenReelPhase;
  /** Null while there is none. Its identity is that of the opening. */
  readonly answer: OpeningAnswer | null;
  /** Null while there is nothing to draw from. Its identity is that of the scene. */
  readonly plan: OpeningScenePlan | null;
  readonly sound: SoundPort | undefined;
  readonly onSettled: () => void;
}

export interface OpeningRun {
  readonly build: BuildScene<OpeningScene>;
  readonly onStage: (stage: Stage | null, scene: OpeningScene | null) => void;
  readonly onUnavailable: () => void;
  /** The celebration goes on: nothing is put over it. */
  readonly showing: boolean;
  /** The result at once, and whatever celebrates it ended. */
  readonly skip: () => void;
}

/** A browser that cannot show the reel by then gets the results without it. */
const READY_MS = 4000;
/** So long after the start nothing moves any more. */
const AFTERWARDS_MS = 1e9;

export function useOpeningScene({ phase, answer, plan, sound, onSettled }: SceneProps): OpeningRun {
  const scene = useRef<OpeningScene | null>(null);
  const stage = useRef<Stage | null>(null);
  const startedAt = useRef<number | null>(null);
  const settled = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const [ready, setReady] = useState(false);
  const [unavailable, setUnavailable] = useState(false);
  const [showing, setShowing] = useState(false);
  const clock = (): number => performance.now() - (startedAt.current ?? performance.now());

  const build = useCallback<BuildScene<OpeningScene>>(
    async (context) => {
      if (!plan) throw new Error("opening: nothing to draw from");
      const { openingScene } = await import("../../stage/scenes/opening.ts");
      return openingScene(context, plan);
    },
    [plan],
  );
  const onStage = useCallback((next: Stage | null, built: OpeningScene | null) => {
    stage.current = next;
    scene.current = built;
    if (!next) startedAt.current = null;
    setUnavailable(false);
    setReady(next !== null);
  }, []);

  const settle = useEffectEvent(() => {
    if (settled.current) return;
    settled.current = true;
    if (answer) vibrate(TIERS[answer.tier].haptics);
    onSettled();
  });
  const stopTimers = useCallback(() => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  }, []);
  const end = useEffectEvent(() => {
    stopTimers();
    setShowing(false);
    sound?.hush();
    stage.current?.draw(AFTERWARDS_MS);
  });

  const turn = useEffectEvent(() => {
    settled.current = false;
    if (!scene.current || !stage.current) return;
    scene.current.turn();
    startedAt.current = performance.now();
    stage.current.play(clock);
  });

  const land = useEffectEvent((given: OpeningAnswer) => {
    const [reel, frames] = [scene.current, stage.current];
    if (!reel || !frames) return;
    stopTimers();
    if (startedAt.current === null) turn();
    const { landsMs, endMs } = reel.answer(given, clock());
    frames.play(clock);
    setShowing(true);
    const at = (ms: number, act: () => void) => timers.current.push(setTimeout(act, Math.max(0, ms - clock())));
    at(landsMs, () => {
      // Frames may be late or missing: the results must not stand over a reel that still turns.
      frames.draw(Math.max(clock(), landsMs));
      frames.play(clock);
      settle();
    });
    at(endMs, () => setShowing(false));
  });

  /** A stage that came late, or came back: the results stand already. */
  const restore = useEffectEvent((given: OpeningAnswer) => {
    scene.current?.turn();
    scene.current?.answer(given, 0);
    stage.current?.draw(AFTERWARDS_MS);
  });

  useEffect(() => {
    if (phase !== "waiting") return;
    stopTimers();
    setShowing(false); // the timer that would have said it was of the opening before
    turn();
  }, [phase, stopTimers]);
  useEffect(() => {
    if (phase === "waiting" && ready && startedAt.current === null) turn();
  }, [phase, ready]);
  useEffect(() => {
    if (phase !== "spinning") return;
    if (unavailable) return settle();
    if (ready && answer) return land(answer);
    const timer = setTimeout(settle, READY_MS); // a stage that is not there by then
    return () => clearTimeout(timer);
  }, [phase, ready, unavailable, answer]);
  useEffect(() => {
    if (phase === "settled") {
      if (!settled.current) {
        settled.current = true; // the owner of the phase asked for the result
        end();
      } else if (ready && answer && startedAt.current === null) {
        startedAt.current = performance.now();
        restore(answer);
      }
      return;
    }
    if (phase === "idle" && startedAt.current !== null) {
      startedAt.current = null;
      stopTimers();
      setShowing(false);
      stage.current?.pause();
      scene.current?.stop();
      stage.current?.invalidate();
    }
  }, [phase, ready, answer, stopTimers]);
  useEffect(() => stopTimers, [stopTimers]);

  const skip = useCallback(() => {
    if (phase === "spinning") settle();
    end();
  }, [phase]);
  // Before the answer is there nothing is settled: a player who asks must not be kept waiting once it has come.
  const onUnavailable = useCallback(() => setUnavailable(true), []);
  return { build, onStage, onUnavailable, showing: showing && (phase === "spinning" || phase === "settled"), skip };
}
