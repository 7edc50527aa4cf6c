/**
 * One vertical reel of names on a drum: rows turn away above and below, blur while they run, and the name that is drawn
 * comes forward into the light. Text is baked once a name; a frame only moves what is in sight.
 */
import { Container, Sprite, type Texture } from "pixi.js";
import { bakeWords } from "../bake.ts";
import { clamp01, mod, outBack } from "../ease.ts";
import { makeLightKit } from "../light-kit.ts";
import { LightView } from "../light-view.ts";
import { JADE, WHITE } from "../palette.ts";
import { makeReelState, ticksToSound } from "../reel-time.ts";
import { type RollDraw, type RollMoment, rollDrawMs, rollMoment, rollReel, rollSinceLandedMs } from "../roll-time.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { makeTierFrame, TIERS, tierFrame } from "../tiers.ts";

const AROUND = 3; // rows above and below the marker
const SIZE = 44;
const BLUR_PX = 7;
const FONT = '"Sora Variable", "PingFang SC", "Noto Sans CJK SC", system-ui, sans-serif';
/** How far a row turns away from the one before it. */
const TURN_RAD = (15 * Math.PI) / 180;
const GROW = 0.16;
const GROW_MS = 320;
/**
 * No entrant has paid, so no name is celebrated by what it won: each gets the same light, the last one a little more.
 */
const LIGHT = { each: 1, last: 2 } as const;
const PHONE = 600;

interface Row {
  readonly sharp: Sprite;
  readonly soft: Sprite;
}

export async function rollNamesScene(context: SceneContext, draw: RollDraw): Promise<Scene> {
  const kit = makeLightKit();
  const root = new Container();
  const light = new LightView(kit);
  const rows = new Container();
  const lines = [0, 1].map(() => {
    const line = new Sprite(kit.seam);
    line.anchor.set(0.5);
    line.tint = JADE;
    return line;
  });
  const markers = [0, 1].map((side) => {
    const s = new Sprite(kit.marker);
    s.anchor.set(0.5, 0);
    s.rotation = side === 0 ? -Math.PI / 2 : Math.PI / 2;
    s.tint = JADE;
    return s;
  });
  root.addChild(light.back, rows, ...lines, ...markers, light.front, light.over);
  const baked: Texture[] = [];
  const names = new Map<string, { readonly sharp: Texture; readonly soft: Texture }>();
  const pools = new Map<string, Row[]>();
  const state = makeReelState();
  const frame = makeTierFrame();
  const used = new Map<string, number>();
  let width = 1;
  let height = 1;
  let ticks = 0;
  let landed = -1;
  let shown = -1;

  function words(name: string): { readonly sharp: Texture; readonly soft: Texture } {
    const known = names.get(name);
    if (known) return known;
    const made = { sharp: bakeWords(name, FONT, SIZE), soft: bakeWords(name, FONT, SIZE, BLUR_PX) };
    baked.push(made.sharp, made.soft);
    names.set(name, made);
    return made;
  }

  function take(name: string, nth: number): Row {
    const pool = pools.get(name) ?? [];
    pools.set(name, pool);
    const known = pool[nth];
    if (known) return known;
    const { sharp, soft } = words(name);
    const row = { sharp: new Sprite(sharp), soft: new Sprite(soft) };
    for (const s of [row.soft, row.sharp]) {
      s.anchor.set(0.5);
      rows.addChild(s);
    }
    pool.push(row);
    return row;
  }

  function place(row: Row, offset: number, high: number, chosen: boolean, since: number): void {
    const turn = Math.cos(Math.min(1.45, Math.abs(offset) * TURN_RAD));
    const near = Math.max(0, 1 - Math.abs(offset) / (AROUND + 1));
    const stands = chosen && since >= 0;
    const grow = stands ? 1 + GROW * (context.reducedMotion ? 1 : outBack(clamp01(since / GROW_MS))) : 1;
    const fits = (width * 0.78) / row.sharp.texture.width;
    const size = Math.min(((high * (0.36 + 0.3 * near)) / SIZE) * grow, fits);
    const alpha = chosen ? 1 : near * (since >= 0 ? 0.34 : 0.62) * turn;
    for (const s of [row.sharp, row.soft]) {
      s.visible = true;
      s.position.set(width / 2, height / 2 + Math.sin(offset * TURN_RAD) * (high / TURN_RAD) * 0.98);
      s.scale.set(size, size * turn);
      s.tint = stands ? JADE : WHITE;
    }
    row.sharp.alpha = alpha * (1 - state.blur);
    row.soft.alpha = alpha * state.blur;
  }

  function seekLight(at: RollMoment, since: number): void {
    const last = at.spin === draw.reels.length - 1;
    const tier = last ? LIGHT.last : LIGHT.each;
    if (shown !== at.spin) {
      shown = at.spin;
      light.show({ tier, tint: JADE, seed: at.spin + 3, phone: width < PHONE });
    }
    tierFrame(tier, context.reducedMotion ? TIERS[tier].lengthMs : since, frame);
    light.seek(frame, since, context.reducedMotion);
  }

  function sounds(at: RollMoment, since: number): void {
    if (ticksToSound(ticks, state.ticks)) context.sound.tick(state.speed);
    ticks = state.ticks;
    if (since < 0) {
      if (landed === at.spin) landed = -1;
    } else if (landed !== at.spin) {
      landed = at.spin;
      context.sound.land(); // no sting: another player wins here more often than not
    }
  }

  return {
    root,
    endMs: rollDrawMs(draw),
    resize(w, h) {
      width = w;
      height = h;
      const row = h / (2 * AROUND + 1);
      light.layout(w / 2, h / 2, h, w);
      lines.forEach((line, i) => {
        line.position.set(w / 2, h / 2 + (i === 0 ? -row / 2 : row / 2));
        line.setSize(w * 0.86, 2);
      });
      markers.forEach((s, side) => {
        s.scale.set(0.4);
        s.position.set(side === 0 ? w * 0.05 : w * 0.95, h / 2);
      });
    },
    economize: (level) => light.economize(level),
    seek(tMs) {
      const calm = context.reducedMotion;
      const at = rollMoment(draw, calm && tMs >= 0 ? Math.max(tMs, rollDrawMs(draw)) : tMs);
      const strip = draw.strips[at.spin] ?? [];
      rollReel(draw, at, state);
      const since = rollSinceLandedMs(draw, at);
      for (const text of rows.children) text.visible = false;
      used.clear();
      const high = height / (2 * AROUND + 1);
      for (let d = -AROUND - 1; d <= AROUND + 1; d++) {
        const cell = Math.round(state.pos) + d;
        const name = strip[mod(cell, Math.max(1, strip.length))] ?? "";
        if (name === "") continue;
        const nth = used.get(name) ?? 0;
        used.set(name, nth + 1);
        place(take(name, nth), cell - state.pos, high, d === 0, since);
      }
      seekLight(at, since);
      sounds(at, since);
      return true;
    },
    destroy() {
      root.destroy({ children: true });
      for (const texture of baked) texture.destroy(true);
      kit.destroy();
    },
  };
}
