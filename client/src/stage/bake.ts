/** Textures baked at the size at which they are drawn: words and card plates. */
import { Texture } from "pixi.js";
import { sized } from "./canvas.ts";

/**
 * White words on one line, `px` high letters, as blurred along their line's height as `blurPx` says; Pixi's own text
 * costs every stage 12 KB. Tint it where it is used. Sharp and blurred words are equally large.
 */
export function bakeWords(words: string, font: string, px: number, blurPx = 0): Texture {
  const style = `600 ${px}px ${font}`;
  const [, measure] = sized(1, 1);
  measure.font = style;
  const [canvas, g] = sized(Math.max(1, Math.ceil(measure.measureText(words).width) + 4), Math.ceil(px * 1.4));
  g.font = style;
  g.fillStyle = "#fff";
  g.textBaseline = "middle";
  if (blurPx > 0) {
    // Of a word that runs down: copies above and below each other. A filter would blur it to the sides, too.
    g.globalAlpha = 1 / (blurPx + 1);
    for (let y = -blurPx; y <= blurPx; y += 2) g.fillText(words, 2, canvas.height / 2 + y);
  } else g.fillText(words, 2, canvas.height / 2);
  return Texture.from(canvas, true);
}

/** A card plate baked at its exact size, so that corners stay round (the canvas renderer has no nine-slice). */
export function bakePlate(w: number, h: number, dpr: number): Texture {
  const [canvas, g] = sized(Math.ceil(w * dpr), Math.ceil(h * dpr));
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
  return Texture.from(canvas, true);
}
