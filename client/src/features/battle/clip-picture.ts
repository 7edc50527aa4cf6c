/**
 * One frame of a clip: the reels between the players' names and where the result is proved. Drawn on a canvas of two
 * dimensions, so that the browser's own recorder takes all of it; the pictures of players are not in it, because they
 * may come from elsewhere, and a canvas with such a picture cannot be recorded.
 */
import { encode } from "uqr";
import type { BattleState } from "../../stage/battle-time.ts";

export const CLIP_SIZE = { width: 1280, height: 720 };
/** Where the reels stand in it. */
export const CLIP_REELS = { x: 24, y: 148, width: 1232, height: 484 };

const GAP = 12;
const HEAD = { y: 84, height: 64 };
const FOOT_Y = 656;
const FONT = '"Sora Variable", "PingFang SC", "Noto Sans CJK SC", system-ui, sans-serif';
const INK = "#0b0e14";
const TEXT = "#f1f4fa";
const TEXT_2 = "#aeb8cb";
const JADE = "#35f2b8";
const GOLD = "#ffc857";
const LINE = "rgb(148 170 214 / .2)";
const QR_PX = 150;
/** How long the outcome takes to come. */
const OUTCOME_MS = 420;

export interface ClipWords {
  readonly title: string;
  /** By seat. */
  readonly names: readonly string[];
  /** What a sum reads like. */
  readonly gems: (cents: number) => string;
  readonly roundOf: (round: number) => string;
  readonly outcome: string;
  /** The share of the outcome, and what it is against the entry. */
  readonly takes: string;
  readonly proofLabel: string;
  /** The address of the proof. */
  readonly proof: string;
}

type Paint = CanvasRenderingContext2D;

function text(g: Paint, words: string, x: number, y: number, px: number, colour: string, weight = 600): void {
  g.font = `${weight} ${px}px ${FONT}`;
  g.fillStyle = colour;
  g.fillText(words, x, y);
}

/** Cut to what fits in `room` px of the font that is set. */
function fitted(g: Paint, words: string, room: number): string {
  if (g.measureText(words).width <= room) return words;
  let cut = words;
  while (cut.length > 1 && g.measureText(`${cut}…`).width > room) cut = cut.slice(0, -1);
  return `${cut}…`;
}

function heads(g: Paint, words: ClipWords, state: BattleState): void {
  const seats = words.names.length;
  const width = (CLIP_REELS.width - GAP * (seats - 1)) / seats;
  words.names.forEach((name, seat) => {
    const x = CLIP_REELS.x + seat * (width + GAP);
    const leads = ((state.leaders >> seat) & 1) === 1;
    g.beginPath();
    g.roundRect(x + 0.5, HEAD.y + 0.5, width - 1, HEAD.height + CLIP_REELS.height - 1, 16);
    g.fillStyle = leads ? "#10231f" : "#121826";
    g.fill();
    g.strokeStyle = leads ? JADE : LINE;
    g.stroke();
    const sum = words.gems(state.totals[seat] ?? 0);
    g.font = `700 22px ${FONT}`;
    const room = width - 44 - g.measureText(sum).width;
    g.textAlign = "right";
    text(g, sum, x + width - 16, HEAD.y + 32, 22, leads ? JADE : TEXT, 700);
    g.textAlign = "left";
    g.font = `600 18px ${FONT}`;
    text(g, fitted(g, name, room), x + 16, HEAD.y + 32, 18, TEXT);
  });
}

/** The proof's address as squares, made once. */
export function qrOf(address: string): HTMLCanvasElement {
  const { data, size } = encode(address, { border: 2 });
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const g = canvas.getContext("2d");
  if (g) {
    g.fillStyle = "#fff";
    g.fillRect(0, 0, size, size);
    g.fillStyle = "#000";
    data.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (dark) g.fillRect(x, y, 1, 1);
      });
    });
  }
  return canvas;
}

function outcome(g: Paint, words: ClipWords, qr: HTMLCanvasElement, sinceMs: number): void {
  const come = Math.min(1, sinceMs / OUTCOME_MS);
  const width = 760;
  const height = 214;
  const x = (CLIP_SIZE.width - width) / 2;
  const y = 264 + (1 - come) * 24;
  g.globalAlpha = 0.66 * come;
  g.fillStyle = INK;
  g.fillRect(0, HEAD.y, CLIP_SIZE.width, HEAD.height + CLIP_REELS.height + 4);
  g.globalAlpha = come;
  g.beginPath();
  g.roundRect(x, y, width, height, 18);
  g.fillStyle = "#16221f";
  g.fill();
  g.strokeStyle = JADE;
  g.stroke();
  const room = width - QR_PX - 88;
  g.font = `700 34px ${FONT}`;
  text(g, fitted(g, words.outcome, room), x + 32, y + 72, 34, TEXT, 700);
  g.font = `700 28px ${FONT}`;
  text(g, fitted(g, words.takes, room), x + 32, y + 124, 28, GOLD, 700);
  g.font = `500 16px ${FONT}`;
  text(g, fitted(g, words.proofLabel, room), x + 32, y + 172, 16, TEXT_2, 500);
  g.imageSmoothingEnabled = false;
  g.drawImage(qr, x + width - QR_PX - 32, y + 32, QR_PX, QR_PX);
  g.imageSmoothingEnabled = true;
  g.globalAlpha = 1;
}

/** `overMs` since the battle's end, below 0 before it. */
export function paintClip(
  g: Paint,
  words: ClipWords,
  state: BattleState,
  reels: CanvasImageSource,
  qr: HTMLCanvasElement,
  overMs: number,
): void {
  g.textBaseline = "middle";
  g.textAlign = "left";
  g.fillStyle = INK;
  g.fillRect(0, 0, CLIP_SIZE.width, CLIP_SIZE.height);
  text(g, "Jade", 24, 44, 26, TEXT, 700);
  g.font = `700 26px ${FONT}`;
  const jade = g.measureText("Jade").width;
  text(g, "box", 24 + jade, 44, 26, JADE, 700);
  const word = jade + g.measureText("box").width;
  g.font = `500 20px ${FONT}`;
  text(g, fitted(g, words.title, 620), 24 + word + 20, 45, 20, TEXT_2, 500);
  g.textAlign = "right";
  text(g, words.roundOf(state.round), CLIP_SIZE.width - 24, 45, 20, TEXT_2, 500);
  g.textAlign = "left";
  heads(g, words, state);
  g.drawImage(reels, CLIP_REELS.x, CLIP_REELS.y, CLIP_REELS.width, CLIP_REELS.height);
  if (overMs >= 0) outcome(g, words, qr, overMs);
  text(g, words.proofLabel, 24, FOOT_Y + 28, 16, TEXT_2, 500);
  g.font = `500 16px ${FONT}`;
  const label = g.measureText(words.proofLabel).width;
  text(g, words.proof, 24 + label + 12, FOOT_Y + 28, 16, JADE, 500);
}
