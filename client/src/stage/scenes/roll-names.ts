/** One vertical reel of names. Text is baked once a name; a frame only moves what is in sight. */
import { Container, Sprite, type Texture } from "pixi.js";
import { bakeWords } from "../bake.ts";
import { mod } from "../ease.ts";
import { makeLightKit } from "../light-kit.ts";
import { JADE, WHITE } from "../palette.ts";
import { makeReelState, ticksToSound } from "../reel-time.ts";
import { type RollDraw, rollDrawMs, rollMoment, rollReel } from "../roll-time.ts";
import type { Scene, SceneContext } from "../scene.ts";

const AROUND = 3; // rows above and below the marker
const SIZE = 44;
const FONT = '"Sora Variable", "PingFang SC", "Noto Sans CJK SC", system-ui, sans-serif';

export async function rollNamesScene(context: SceneContext, draw: RollDraw): Promise<Scene> {
  const kit = makeLightKit();
  const root = new Container();
  const glow = new Sprite(kit.glow);
  glow.anchor.set(0.5);
  glow.tint = JADE;
  const rows = new Container();
  const lines = [0, 1].map(() => {
    const line = new Sprite(kit.seam);
    line.anchor.set(0.5);
    line.tint = JADE;
    return line;
  });
  root.addChild(glow, rows, ...lines);
  const baked = new Map<string, Texture>();
  const texts = new Map<string, Sprite[]>();
  const state = makeReelState();
  let width = 1;
  let height = 1;
  let ticks = 0;
  let landed = -1;

  function words(name: string): Texture {
    const texture = baked.get(name) ?? bakeWords(name, FONT, SIZE);
    baked.set(name, texture);
    return texture;
  }

  function take(name: string, nth: number): Sprite {
    const pool = texts.get(name) ?? [];
    texts.set(name, pool);
    const known = pool[nth];
    if (known) return known;
    const text = new Sprite(words(name));
    text.anchor.set(0.5);
    pool.push(text);
    rows.addChild(text);
    return text;
  }

  return {
    root,
    endMs: rollDrawMs(draw),
    resize(w, h) {
      width = w;
      height = h;
      const row = h / (2 * AROUND + 1);
      glow.position.set(w / 2, h / 2);
      glow.setSize(w * 0.9, row * 3);
      lines.forEach((line, i) => {
        line.position.set(w / 2, h / 2 + (i === 0 ? -row / 2 : row / 2));
        line.setSize(w * 0.86, 2);
      });
    },
    seek(tMs) {
      const calm = context.reducedMotion;
      const at = rollMoment(draw, calm && tMs >= 0 ? Math.max(tMs, rollDrawMs(draw)) : tMs);
      const strip = draw.strips[at.spin] ?? [];
      rollReel(draw, at, state);
      for (const text of rows.children) text.visible = false;
      const row = height / (2 * AROUND + 1);
      const used = new Map<string, number>();
      for (let d = -AROUND - 1; d <= AROUND + 1; d++) {
        const cell = Math.round(state.pos) + d;
        const name = strip[mod(cell, Math.max(1, strip.length))] ?? "";
        const nth = used.get(name) ?? 0;
        used.set(name, nth + 1);
        const text = take(name, nth);
        const offset = cell - state.pos;
        const near = Math.max(0, 1 - Math.abs(offset) / (AROUND + 1));
        const chosen = Math.abs(offset) < 0.5;
        text.visible = name !== "";
        text.alpha = chosen ? 1 : near * 0.55;
        text.tint = chosen && state.phase === "done" ? JADE : WHITE;
        const size = (row * (0.34 + 0.3 * near) * (chosen ? 1 + 0.14 * state.win : 1)) / SIZE;
        text.scale.set(Math.min(size, (width * 0.86) / text.texture.width));
        text.position.set(width / 2, height / 2 + offset * row);
      }
      glow.alpha = 0.16 + 0.5 * state.win;
      if (ticksToSound(ticks, state.ticks)) context.sound.tick(state.speed);
      ticks = state.ticks;
      if (state.win > 0 && landed !== at.spin) {
        landed = at.spin;
        context.sound.land(); // no sting: somebody else wins here more often than not
      } else if (state.win === 0 && landed === at.spin) landed = -1;
      return true;
    },
    destroy() {
      root.destroy({ children: true });
      for (const texture of baked.values()) texture.destroy(true);
      kit.destroy();
    },
  };
}
