/**
 * Whether a machine keeps up with a scene: two late frames among ten, and the scene is to draw less. Numbers and cards
 * are never among what it leaves out.
 */

/** 0 everything · 1 half of the particles · 2 the second set of rays is left out, too. */
export type Economy = 0 | 1 | 2;

/** Work of one frame, ms: above it the frame is late. */
const LATE_MS = 12;
/** Between two frames, ms: two pictures of a screen of 60 a second were left out. */
const GAP_MS = 42;
const FRAMES = 10;
const LATE_MOST = 2;

export class FrameBudget {
  private readonly late: boolean[] = new Array<boolean>(FRAMES).fill(false);
  private place = 0;
  private count = 0;
  private level: Economy = 0;

  get economy(): Economy {
    return this.level;
  }

  /** Tells of one frame: its work, and the time since the one before, both in ms. True when less is to be drawn. */
  frame(workMs: number, sinceMs: number): boolean {
    const late = workMs > LATE_MS || sinceMs > GAP_MS;
    if (this.late[this.place]) this.count--;
    this.late[this.place] = late;
    this.place = (this.place + 1) % FRAMES;
    if (late) this.count++;
    if (this.count < LATE_MOST || this.level === 2) return false;
    this.level = this.level === 0 ? 1 : 2;
    this.late.fill(false); // what is left out now is judged by the frames that follow
    this.count = 0;
    return true;
  }
}
