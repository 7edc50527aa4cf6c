/**
 * The whole boundary between React and Pixi. React is notified when a scene is ready or impossible, never of a frame;
 * Pixi and the scenes are a lazy chunk of their own.
 */
import { useEffect, useRef, useState } from "react";
import type { BuildScene, Scene } from "./scene.ts";
import { type SoundPort, silence } from "./sound.ts";
import type { Stage } from "./stage.ts";

export interface StageHostProps<S extends Scene = Scene> {
  /** Identity matters: a new function builds a new scene. What it builds may come too late to be shown. */
  readonly build: BuildScene<S>;
  /** Called with the live stage and its scene, and with null when they go away: the scene is destroyed then. */
  readonly onStage: (stage: Stage | null, scene: S | null) => void;
  /** No way to draw in this browser: show the result without the reel. */
  readonly onUnavailable?: (() => void) | undefined;
  readonly reducedMotion: boolean;
  readonly sound?: SoundPort | undefined;
  readonly label: string;
  /** Must give the host a size and a position other than static: the canvas fills it. */
  readonly className: string | undefined;
  /** What a test knows it by. */
  readonly part?: string;
}

export function StageHost<S extends Scene = Scene>({
  build,
  onStage,
  onUnavailable,
  reducedMotion,
  sound,
  label,
  className,
  part,
}: StageHostProps<S>) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ onStage, onUnavailable, sound: sound ?? silence });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    latest.current = { onStage, onUnavailable, sound: sound ?? silence };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): a lost graphics context mounts a new stage
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const abort = new AbortController();
    let stage: Stage | null = null;
    const mount = async (): Promise<void> => {
      const module = await import("./stage.ts");
      if (abort.signal.aborted) return;
      stage = await module.Stage.create(element, {
        signal: abort.signal,
        onLost: () => setAttempt((n) => n + 1),
      });
      if (!stage) return;
      const created = stage;
      const scene = await build({
        reducedMotion,
        signal: abort.signal,
        sound: {
          tick: (speed) => latest.current.sound.tick(speed),
          land: () => latest.current.sound.land(),
          sting: (name) => latest.current.sound.sting(name),
          bell: (semitones) => latest.current.sound.bell(semitones),
          drone: (nearness) => latest.current.sound.drone(nearness),
          bed: (playing) => latest.current.sound.bed(playing),
          hush: () => latest.current.sound.hush(),
        },
        invalidate: () => created.invalidate(),
      });
      if (abort.signal.aborted) {
        scene.destroy();
        return;
      }
      created.setScene(scene);
      created.draw(0);
      element.dataset.ready = "1";
      latest.current.onStage(created, scene);
    };
    mount().catch(() => {
      if (!abort.signal.aborted) latest.current.onUnavailable?.();
    });
    return () => {
      abort.abort();
      delete element.dataset.ready;
      if (stage) {
        latest.current.onStage(null, null);
        stage.destroy();
      }
    };
  }, [build, reducedMotion, attempt]);

  return <div ref={host} className={className} role="img" aria-label={label} data-part={part} />;
}
