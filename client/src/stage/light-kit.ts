/**
 * The light of the vault, baked once a page into ONE picture of 1024 × 768 and tinted where it is used: rays, the door
 * ring, sparks, shards, and the plain shapes that reels are drawn with. Nothing is blurred at run time.
 */
import { Rectangle, Texture, type TextureSource } from "pixi.js";
import { sized } from "./canvas.ts";
import { hash01 } from "./ease.ts";

export interface LightKit {
  /** Two sets of 12 and 14 wedges: 12, 26 or 40 rays in the colour of a rarity. */
  readonly raysA: Texture;
  readonly raysB: Texture;
  /** Five wedges, three or four times over: the warm white rays. */
  readonly raysWhite: Texture;
  /** A quarter of the door ring, its centre in the upper left corner. */
  readonly ring: Texture;
  readonly glow: Texture;
  /** Tail and head of a spark, the head at the right end. */
  readonly spark: Texture;
  readonly shards: readonly Texture[];
  readonly softShard: Texture;
  /** A light bar that fades at both ends: the rarity seam. */
  readonly seam: Texture;
  readonly marker: Texture;
  readonly pixel: Texture;
  destroy(): void;
}

type Paint = CanvasRenderingContext2D;

const WIDTH = 1024;
const HEIGHT = 768;
const SPARK = { w: 64, h: 16, head: 54 };
/** Radius of the ring in its texture; the drawn quarter has room for its line. */
export const RING_RADIUS = 246;
const RING_CELL = 256;

/**
 * Blurs all that is painted at once: a filter costs as much for each shape as for all of them together, and without a
 * graphics processor that was most of the time until a stage showed its first frame.
 */
function blurred(g: Paint, size: number, px: number, paint: (g: Paint) => void): void {
  const [canvas, sharp] = sized(size, size);
  paint(sharp);
  g.filter = `blur(${px}px)`; // a browser without it shows harder edges
  g.drawImage(canvas, 0, 0);
}

/** `sets` of them are laid over each other: each wedge is as wide as it is among all. */
function paintRays(g: Paint, size: number, count: number, sets: number, seed: number): void {
  const radius = size / 2 - 4;
  g.translate(size / 2, size / 2);
  g.globalCompositeOperation = "lighter";
  for (let i = 0; i < count; i++) {
    const angle = ((i + hash01(seed, i) * 0.9) / count) * Math.PI * 2;
    const half = ((0.25 + hash01(seed, i, 1) * 0.75) * Math.PI * 0.52) / (count * sets);
    const length = radius * (0.55 + 0.45 * hash01(seed, i, 2));
    const strength = 0.35 + 0.65 * hash01(seed, i, 3);
    const fill = g.createRadialGradient(0, 0, radius * 0.05, 0, 0, length);
    fill.addColorStop(0, `rgba(255,255,255,${strength})`);
    fill.addColorStop(0.45, `rgba(255,255,255,${strength * 0.42})`);
    fill.addColorStop(1, "rgba(255,255,255,0)");
    g.fillStyle = fill;
    g.beginPath();
    g.moveTo(0, 0);
    g.lineTo(Math.cos(angle - half) * length, Math.sin(angle - half) * length);
    g.lineTo(Math.cos(angle + half) * length, Math.sin(angle + half) * length);
    g.fill();
  }
}

/** Bolts, 72 ticks, eight lotus petals: the vault's door. Drawn whole around the corner; the cell shows a quarter. */
function paintRing(g: Paint): void {
  const r = RING_RADIUS;
  g.beginPath();
  g.rect(0, 0, RING_CELL, RING_CELL);
  g.clip();
  g.strokeStyle = "#fff";
  const circle = (radius: number, alpha: number, line: number): void => {
    g.globalAlpha = alpha;
    g.lineWidth = line;
    g.beginPath();
    g.arc(0, 0, radius, 0, Math.PI * 2);
    g.stroke();
  };
  circle(r * 0.985, 0.42, 1.4);
  circle(r * 0.9, 0.12, r * 0.14);
  circle(r * 0.82, 0.55, 1.2);
  circle(r * 0.735, 0.38, 1.1);
  circle(r * 0.3, 0.32, 1.1);
  for (let i = 0; i < 24; i++) {
    const angle = ((i + 0.5) / 24) * Math.PI * 2;
    g.globalAlpha = 0.6;
    g.lineWidth = 1.1;
    g.beginPath();
    g.arc(Math.cos(angle) * r * 0.9, Math.sin(angle) * r * 0.9, r * 0.018, 0, Math.PI * 2);
    g.stroke();
  }
  for (let i = 0; i < 72; i++) {
    const angle = ((i + 0.5) / 72) * Math.PI * 2;
    const inner = r * (0.8 - (i % 6 ? 0.02 : 0.045));
    g.globalAlpha = i % 6 ? 0.45 : 0.85;
    g.lineWidth = 1.2;
    g.beginPath();
    g.moveTo(Math.cos(angle) * r * 0.8, Math.sin(angle) * r * 0.8);
    g.lineTo(Math.cos(angle) * inner, Math.sin(angle) * inner);
    g.stroke();
  }
  g.globalAlpha = 0.42;
  g.lineWidth = 1.3;
  for (let i = 0; i < 8; i++) {
    g.save();
    g.rotate(((i + 0.5) / 8) * Math.PI * 2);
    g.beginPath();
    g.moveTo(0, -r * 0.3);
    g.bezierCurveTo(r * 0.16, -r * 0.42, r * 0.14, -r * 0.62, 0, -r * 0.7);
    g.bezierCurveTo(-r * 0.14, -r * 0.62, -r * 0.16, -r * 0.42, 0, -r * 0.3);
    g.stroke();
    g.restore();
  }
}

function paintGlow(g: Paint): void {
  const fill = g.createRadialGradient(128, 128, 0, 128, 128, 126);
  for (let i = 0; i <= 10; i++) fill.addColorStop(i / 10, `rgba(255,255,255,${((1 - i / 10) ** 2.2).toFixed(3)})`);
  g.fillStyle = fill;
  g.fillRect(0, 0, 256, 256);
}

/** A five-sided splinter with one lit and one dark facet, about 40 px; gray, so that a tint colours it. */
function paintShard(g: Paint, variant: number): void {
  g.translate(32, 32);
  const s = 22;
  const bend = (n: number): number => 1 + (hash01(variant, n, 77) - 0.5) * 0.5;
  const points = [
    [0, -s * bend(0)],
    [s * 0.62 * bend(1), -s * 0.2],
    [s * 0.3, s * bend(2)],
    [-s * 0.42 * bend(3), s * 0.72],
    [-s * 0.7 * bend(4), -s * 0.25],
  ] as const;
  const facet = (colour: string, corners: readonly (readonly [number, number])[]): void => {
    g.fillStyle = colour;
    g.beginPath();
    for (const [x, y] of corners) g.lineTo(x, y);
    g.fill();
  };
  facet("#b9b9b9", points);
  facet("#ffffff", [points[0], points[1], [0, 0]]);
  facet("#6d6d6d", [[0, 0], points[2], points[3]]);
}

function paintSpark(g: Paint): void {
  const middle = SPARK.h / 2;
  const tail = g.createLinearGradient(0, 0, SPARK.head, 0);
  tail.addColorStop(0, "rgba(255,255,255,0)");
  tail.addColorStop(1, "rgba(255,255,255,.85)");
  g.fillStyle = tail;
  g.fillRect(0, middle - 1, SPARK.head, 2);
  const head = g.createRadialGradient(SPARK.head, middle, 0, SPARK.head, middle, 8);
  head.addColorStop(0, "#fff");
  head.addColorStop(0.3, "rgba(255,255,255,.8)");
  head.addColorStop(1, "rgba(255,255,255,0)");
  g.fillStyle = head;
  g.fillRect(SPARK.head - 8, 0, 16, 16);
}

function paintSeam(g: Paint): void {
  const fill = g.createLinearGradient(0, 0, 128, 0);
  fill.addColorStop(0, "rgba(255,255,255,0)");
  fill.addColorStop(0.12, "#fff");
  fill.addColorStop(0.88, "#fff");
  fill.addColorStop(1, "rgba(255,255,255,0)");
  g.fillStyle = fill;
  g.fillRect(0, 0, 128, 8);
}

function paintAll(g: Paint): void {
  const at = (x: number, y: number, paint: (g: Paint) => void): void => {
    g.save();
    g.translate(x, y);
    paint(g);
    g.restore();
  };
  const rays = (x: number, y: number, size: number, count: number, sets: number, seed: number): void =>
    at(x, y, (p) => blurred(p, size, size / 110, (sharp) => paintRays(sharp, size, count, sets, seed)));
  rays(0, 0, 512, 12, 2, 7);
  rays(512, 0, 512, 14, 2, 21);
  rays(0, 512, 256, 5, 3, 33);
  at(256, 512, paintGlow);
  at(512, 512, paintRing);
  for (let i = 0; i < 3; i++) at(768 + i * 64, 512, (p) => paintShard(p, i));
  at(960, 512, (p) => blurred(p, 64, 3, (sharp) => paintShard(sharp, 3)));
  at(772, 584, paintSpark);
  at(772, 608, paintSeam);
  at(772, 628, (p) => {
    p.fillStyle = "#fff";
    p.fillRect(0, 0, 16, 16);
  });
  at(804, 628, (p) => {
    p.fillStyle = "#fff";
    p.beginPath();
    p.moveTo(1, 1);
    p.lineTo(51, 1);
    p.lineTo(26, 35);
    p.fill();
  });
}

/** The picture of this page and what painted it, and what open stages show of it. */
let baked: [HTMLCanvasElement, Paint] | undefined;
const shown = new Set<TextureSource>();

function picture(): HTMLCanvasElement {
  // One that is lost comes back by itself, or never. An old browser does not say.
  if (baked && !baked[1].isContextLost?.()) return baked[0];
  const [canvas, g] = sized(WIDTH, HEIGHT);
  paintAll(g);
  // The graphics processor began again, or the page was in the background of a phone: the canvas comes back blank.
  canvas.addEventListener("contextrestored", () => {
    paintAll(g);
    for (const source of shown) source.update();
  });
  baked = [canvas, g];
  return canvas;
}

/** A texture of its own for each stage, of the one picture that a page paints. */
export function makeLightKit(): LightKit {
  const base = Texture.from(picture(), true);
  shown.add(base.source);
  const cut = (x: number, y: number, w: number, h: number): Texture =>
    new Texture({ source: base.source, frame: new Rectangle(x, y, w, h) });
  const shapes = {
    raysA: cut(1, 1, 510, 510),
    raysB: cut(513, 1, 510, 510),
    raysWhite: cut(1, 513, 254, 254),
    glow: cut(260, 516, 248, 248),
    ring: cut(512, 512, RING_CELL - 1, RING_CELL - 1),
    softShard: cut(961, 513, 62, 62),
    spark: cut(772, 584, SPARK.w, SPARK.h),
    seam: cut(772, 609, 128, 6),
    pixel: cut(776, 632, 8, 8),
    marker: cut(804, 628, 52, 36),
  };
  const shards = [0, 1, 2].map((i) => cut(769 + i * 64, 513, 62, 62));
  return {
    ...shapes,
    shards,
    destroy() {
      for (const shape of [...Object.values(shapes), ...shards]) shape.destroy(false);
      shown.delete(base.source);
      base.destroy(true);
    },
  };
}

/** Where the head of the spark sits in its texture, as an anchor. */
export const SPARK_ANCHOR = SPARK.head / SPARK.w;
export const SPARK_TAIL_PX = SPARK.head;
