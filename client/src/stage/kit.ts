/**
 * The white shapes of every scene, baked once into ONE canvas texture and tinted where they are used, so that seams,
 * glows, markers and sparks batch together.
 */
import { Rectangle, Texture } from "pixi.js";

export interface Kit {
  readonly glow: Texture;
  readonly rays: Texture;
  readonly spark: Texture;
  readonly pixel: Texture;
  /** A light bar that fades at both ends: the rarity seam. */
  readonly seam: Texture;
  readonly marker: Texture;
  destroy(): void;
}

const RAY_COUNT = 18;

function context(w: number, h: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("stage kit: no 2D context");
  return paint;
}

function paintGlow(g: CanvasRenderingContext2D): void {
  const fill = g.createRadialGradient(128, 128, 0, 128, 128, 126);
  for (let i = 0; i <= 10; i++) fill.addColorStop(i / 10, `rgba(255,255,255,${((1 - i / 10) ** 2.2).toFixed(3)})`);
  g.fillStyle = fill;
  g.fillRect(0, 0, 256, 256);
}

function paintSpark(g: CanvasRenderingContext2D): void {
  const fill = g.createRadialGradient(32, 32, 0, 32, 32, 31);
  fill.addColorStop(0, "#fff");
  fill.addColorStop(0.25, "rgba(255,255,255,.9)");
  fill.addColorStop(1, "rgba(255,255,255,0)");
  g.fillStyle = fill;
  g.fillRect(0, 0, 64, 64);
}

function paintSeam(g: CanvasRenderingContext2D): void {
  const fill = g.createLinearGradient(0, 0, 128, 0);
  fill.addColorStop(0, "rgba(255,255,255,0)");
  fill.addColorStop(0.14, "#fff");
  fill.addColorStop(0.86, "#fff");
  fill.addColorStop(1, "rgba(255,255,255,0)");
  g.fillStyle = fill;
  g.fillRect(0, 0, 128, 8);
}

function paintRays(g: CanvasRenderingContext2D): void {
  g.translate(256, 256);
  for (let i = 0; i < RAY_COUNT; i++) {
    g.rotate((Math.PI * 2) / RAY_COUNT);
    const fill = g.createLinearGradient(0, 0, 0, -250);
    fill.addColorStop(0, "rgba(255,255,255,.5)");
    fill.addColorStop(1, "rgba(255,255,255,0)");
    g.fillStyle = fill;
    const half = 250 * (i % 2 ? 0.06 : 0.1);
    g.beginPath();
    g.moveTo(0, 0);
    g.lineTo(-half, -250);
    g.lineTo(half, -250);
    g.fill();
  }
}

export function makeKit(): Kit {
  const g = context(1024, 512);
  const at = (x: number, y: number, paint: (g: CanvasRenderingContext2D) => void): void => {
    g.save();
    g.translate(x, y);
    paint(g);
    g.restore();
  };
  at(0, 0, paintGlow);
  at(272, 0, paintSpark);
  at(272, 80, paintSeam);
  at(272, 104, (p) => {
    p.fillStyle = "#fff";
    p.fillRect(0, 0, 16, 16);
  });
  at(272, 136, (p) => {
    p.fillStyle = "#fff";
    p.beginPath();
    p.moveTo(1, 1);
    p.lineTo(31, 1);
    p.lineTo(16, 19);
    p.fill();
  });
  at(512, 0, paintRays);

  const base = Texture.from(g.canvas, true);
  const cut = (x: number, y: number, w: number, h: number): Texture =>
    new Texture({ source: base.source, frame: new Rectangle(x, y, w, h) });
  const shapes = {
    glow: cut(4, 4, 248, 248),
    rays: cut(516, 4, 504, 504),
    spark: cut(274, 2, 60, 60),
    pixel: cut(276, 108, 8, 8),
    seam: cut(272, 81, 128, 6),
    marker: cut(272, 136, 32, 20),
  };
  return {
    ...shapes,
    destroy() {
      for (const shape of Object.values(shapes)) shape.destroy(false);
      base.destroy(true);
    },
  };
}

/** White words on one line, `px` high letters; Pixi's own text costs every stage 12 KB. Tint it where it is used. */
export function bakeWords(words: string, font: string, px: number): Texture {
  const style = `600 ${px}px ${font}`;
  const measure = context(1, 1);
  measure.font = style;
  const g = context(Math.max(1, Math.ceil(measure.measureText(words).width) + 4), Math.ceil(px * 1.4));
  g.font = style;
  g.fillStyle = "#fff";
  g.textBaseline = "middle";
  g.fillText(words, 2, g.canvas.height / 2);
  return Texture.from(g.canvas, true);
}

/** A card plate baked at its exact size, so that corners stay round (the canvas renderer has no nine-slice). */
export function bakePlate(w: number, h: number, dpr: number): Texture {
  const g = context(Math.ceil(w * dpr), Math.ceil(h * dpr));
  g.scale(dpr, dpr);
  const radius = Math.min(14, w * 0.12);
  const fill = g.createLinearGradient(0, 0, 0, h);
  fill.addColorStop(0, "rgba(178,198,240,.04)");
  fill.addColorStop(1, "rgba(178,198,240,.13)");
  g.fillStyle = fill;
  g.beginPath();
  g.roundRect(0.75, 0.75, w - 1.5, h - 1.5, radius);
  g.fill();
  const rim = g.createLinearGradient(0, 0, 0, h);
  rim.addColorStop(0, "rgba(200,216,250,.16)");
  rim.addColorStop(1, "rgba(178,198,240,.08)");
  g.strokeStyle = rim;
  g.stroke();
  return Texture.from(g.canvas, true);
}
