/** Records a battle as a film: its reels drawn anew, beside nothing that is on the page, and the browser's recorder. */
import { battleAt, makeBattleState } from "../../stage/battle-time.ts";
import { type ColumnsPlan, columnsScene } from "../../stage/scenes/columns.ts";
import { silence } from "../../stage/sound.ts";
import { Stage } from "../../stage/stage.ts";
import { CLIP_REELS, type ClipWords, paintClip, qrOf } from "./clip-picture.ts";
import { battleMoment, clipSpan, clipType } from "./clip-time.ts";

const FRAMES_A_SECOND = 30;
const BITS_A_SECOND = 4_000_000;
/** A longer pause between two frames is a page that was not seen: it is no part of the clip. */
const PAUSE_MS = 250;

/**
 * Draws the clip on `canvas` while it records it, in the time that it takes to see it. Rejects with an AbortError when
 * the signal says so, and with any other error when the browser cannot record.
 */
export async function recordClip(
  canvas: HTMLCanvasElement,
  plan: ColumnsPlan,
  words: ClipWords,
  signal: AbortSignal,
  onTime: (clipMs: number) => void,
): Promise<Blob> {
  const type = clipType((name) => MediaRecorder.isTypeSupported(name));
  const paint = canvas.getContext("2d");
  if (type === null || !paint) throw new Error("no recorder");
  // In the page, because a stage has the size of its host; outside of what is seen.
  const host = document.createElement("div");
  host.style.cssText = `position:fixed;left:-9999px;top:0;width:${CLIP_REELS.width}px;height:${CLIP_REELS.height}px`;
  canvas.after(host);
  const stage = await Stage.create(host, { signal, dpr: 1 });
  try {
    signal.throwIfAborted();
    if (!stage) throw new Error("no stage");
    const drawn = stage;
    const scene = await columnsScene(
      { reducedMotion: false, sound: silence, signal, invalidate: () => drawn.invalidate() },
      plan,
    );
    drawn.setScene(scene);
    await document.fonts.ready;
    signal.throwIfAborted();
    const qr = qrOf(words.proof);
    const span = clipSpan(plan.battle);
    const state = makeBattleState(plan.battle.seats);
    const draw = (clipMs: number): void => {
      const at = battleMoment(span, clipMs);
      battleAt(plan.battle, at, state);
      drawn.draw(at);
      paintClip(paint, words, state, drawn.canvas, qr, span.fromMs + clipMs - span.endMs);
      onTime(clipMs);
    };
    return await record(canvas, type, span.lengthMs, draw, signal);
  } finally {
    stage?.destroy();
    host.remove();
  }
}

function record(
  canvas: HTMLCanvasElement,
  mimeType: string,
  lengthMs: number,
  draw: (clipMs: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const stream = canvas.captureStream(FRAMES_A_SECOND);
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_A_SECOND });
    const parts: Blob[] = [];
    let clipMs = 0;
    let before = performance.now();
    let frame = 0;
    const end = (): void => {
      cancelAnimationFrame(frame);
      document.removeEventListener("visibilitychange", seen);
      for (const track of stream.getTracks()) track.stop();
    };
    const seen = (): void => {
      if (document.hidden) recorder.pause();
      else if (recorder.state === "paused") recorder.resume();
    };
    const step = (now: number): void => {
      const since = now - before;
      before = now;
      clipMs += Math.max(0, since > PAUSE_MS ? 0 : since);
      draw(Math.min(clipMs, lengthMs));
      if (clipMs < lengthMs) frame = requestAnimationFrame(step);
      else recorder.stop();
    };
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("error", () => {
      end();
      reject(new Error("the recorder failed"));
    });
    recorder.addEventListener("stop", () => {
      end();
      if (signal.aborted) reject(signal.reason);
      else resolve(new Blob(parts, { type: mimeType }));
    });
    signal.addEventListener("abort", () => recorder.state !== "inactive" && recorder.stop());
    document.addEventListener("visibilitychange", seen);
    draw(0);
    recorder.start(1000);
    frame = requestAnimationFrame(step);
  });
}
