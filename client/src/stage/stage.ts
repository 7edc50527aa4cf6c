/**
 * One canvas and one graphics context for a host element: size, resolution, the clock of the current scene, teardown.
 * Deliberately absent: React, what a scene shows, any ticker that runs when nothing moves.
 */
import "pixi.js/unsafe-eval"; // precompiled shaders: the page forbids eval
import "./sprites-only.ts";
import { Application } from "pixi.js";
import { FrameBudget } from "./frame-budget.ts";
import type { Scene } from "./scene.ts";

const MAX_DPR = 2;
/** How long a lost graphics context may stay lost before the host is to build a new stage. */
const LOST_MS = 4000;

export interface StageOptions {
  readonly signal: AbortSignal;
  /** Pixels drawn for each of the host; without it those of the screen, at most two. */
  readonly dpr?: number;
  /** The graphics context is gone for good. */
  readonly onLost?: () => void;
}

export class Stage {
  private scene: Scene | null = null;
  private frame = 0;
  private clock: (() => number) | null = null;
  private lastT = 0;
  private lostTimer: ReturnType<typeof setTimeout> | undefined;
  private contextLost = false;
  private readonly budget = new FrameBudget();
  /** When the frame before was, ms; NaN while none is. */
  private lastFrame = Number.NaN;
  private readonly observer: ResizeObserver;

  private constructor(
    private readonly app: Application,
    private readonly host: HTMLElement,
    private readonly onLost: (() => void) | undefined,
    private readonly dprOf: () => number,
  ) {
    app.canvas.addEventListener("webglcontextlost", this.handleLost);
    app.canvas.addEventListener("webglcontextrestored", this.handleRestored);
    this.observer = new ResizeObserver(() => this.fit());
    try {
      this.observer.observe(host, { box: "device-pixel-content-box" }); // also reports a move to another screen
    } catch {
      this.observer.observe(host);
    }
  }

  /** Null when the signal was aborted meanwhile. Rejects when the browser offers no way to draw at all. */
  static async create(host: HTMLElement, options: StageOptions): Promise<Stage | null> {
    const app = new Application();
    const dprOf = () => options.dpr ?? Math.min(globalThis.devicePixelRatio || 1, MAX_DPR);
    await app.init({
      preference: ["webgl", "webgpu", "canvas"],
      width: Math.max(1, host.clientWidth),
      height: Math.max(1, host.clientHeight),
      resolution: dprOf(),
      autoDensity: true,
      antialias: false,
      backgroundAlpha: 0,
      autoStart: false,
      sharedTicker: false,
      eventMode: "none",
      powerPreference: "high-performance",
    });
    if (options.signal.aborted) {
      app.destroy({ removeView: true }, { children: true });
      return null;
    }
    app.canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%;display:block";
    app.canvas.setAttribute("aria-hidden", "true");
    host.append(app.canvas);
    return new Stage(app, host, options.onLost, dprOf);
  }

  /** What was drawn last is in it until the task that drew it ends. */
  get canvas(): HTMLCanvasElement {
    return this.app.canvas;
  }

  setScene(scene: Scene): void {
    this.scene?.destroy();
    this.scene = scene;
    this.app.stage.removeChildren();
    this.app.stage.addChild(scene.root);
    scene.resize(this.host.clientWidth, this.host.clientHeight, this.dprOf());
    scene.economize?.(this.budget.economy);
  }

  /** Shows the moment t and stays there. */
  draw(tMs: number): void {
    this.pause();
    this.paint(tMs);
  }

  /** Follows a clock (milliseconds of the scene) until the scene has ended. The clock may jump either way. */
  play(clock: () => number): void {
    this.clock = clock;
    if (!this.frame) this.frame = requestAnimationFrame(this.loop);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.clock = null;
    this.lastFrame = Number.NaN;
  }

  /** Draws the last moment again, unless the next frame is going to anyway. */
  invalidate(): void {
    if (!this.frame) this.paint(this.lastT);
  }

  destroy(): void {
    this.pause();
    clearTimeout(this.lostTimer);
    this.observer.disconnect();
    this.app.canvas.removeEventListener("webglcontextlost", this.handleLost);
    this.app.canvas.removeEventListener("webglcontextrestored", this.handleRestored);
    this.scene?.destroy();
    this.scene = null;
    this.app.destroy({ removeView: true }, { children: true });
  }

  private readonly loop = (): void => {
    this.frame = 0;
    if (!this.clock || this.contextLost) return;
    const t = this.clock();
    this.lastT = t;
    const began = performance.now();
    if (this.scene?.seek(t)) this.app.renderer.render(this.app.stage);
    const since = Number.isNaN(this.lastFrame) ? 0 : began - this.lastFrame;
    this.lastFrame = began;
    if (this.budget.frame(performance.now() - began, since)) this.scene?.economize?.(this.budget.economy);
    if (this.scene && t < this.scene.endMs) this.frame = requestAnimationFrame(this.loop);
  };

  private paint(tMs: number): void {
    this.lastT = tMs;
    if (!this.scene || this.contextLost) return;
    this.scene.seek(tMs);
    this.app.renderer.render(this.app.stage);
  }

  private fit(): void {
    const w = this.host.clientWidth;
    const h = this.host.clientHeight;
    if (!w || !h) return;
    this.app.renderer.resize(w, h, this.dprOf());
    this.scene?.resize(w, h, this.dprOf());
    this.paint(this.lastT); // resizing cleared the canvas
  }

  private readonly handleLost = (event: Event): void => {
    event.preventDefault(); // asks the browser to restore it
    this.contextLost = true;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.lostTimer = setTimeout(() => this.onLost?.(), LOST_MS);
  };

  private readonly handleRestored = (): void => {
    clearTimeout(this.lostTimer);
    this.contextLost = false;
    if (this.clock) this.play(this.clock);
    else this.paint(this.lastT);
  };
}
