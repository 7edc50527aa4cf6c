/** The way of the captcha's piece: where it was and when, counted from the first touch. */
import type { TrackPoint } from "./api.ts";

/** The server takes at most 600 points. */
const MOST = 500;

export class Track {
  readonly points: TrackPoint[] = [];
  #beganMs = 0;
  /** Moved by keys alone. */
  keys = true;

  add(x: number, nowMs: number): void {
    if (this.points.length === 0) this.#beganMs = nowMs;
    const point = { x: Math.round(x), t: Math.round(nowMs - this.#beganMs) };
    if (this.points.length < MOST) this.points.push(point);
    else this.points[MOST - 1] = point; // where it ended counts more than how
  }
}
