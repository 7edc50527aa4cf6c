import type { Container } from "pixi.js";
import type { Economy } from "./frame-budget.ts";
import type { SoundPort } from "./sound.ts";

/** A picture of a moment: `seek(t)` is a pure function of what the scene was built with, in any order of t. */
export interface Scene {
  readonly root: Container;
  /** Nothing moves after this many milliseconds; the loop stops there. */
  readonly endMs: number;
  resize(w: number, h: number, dpr: number): void;
  /** False when the picture is the same as after the last seek: it need not be drawn again. */
  seek(tMs: number): boolean;
  /** The machine is late: less is to be drawn from now on. What a scene leaves out is its own. */
  economize?(level: Economy): void;
  destroy(): void;
}

/** What a stage lends to a scene. */
export interface SceneContext {
  readonly reducedMotion: boolean;
  readonly sound: SoundPort;
  /** Aborted when the stage goes away while the scene still loads. */
  readonly signal: AbortSignal;
  /** Draw the current moment again, because something it shows has just been loaded. */
  invalidate(): void;
}

export type BuildScene<S extends Scene = Scene> = (context: SceneContext) => Promise<S>;
