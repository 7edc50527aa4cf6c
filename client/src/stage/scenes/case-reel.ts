/** One wide horizontal reel: opening a single box. */
import { Container, Sprite } from "pixi.js";
import { burstEndMs } from "../burst-time.ts";
import { BurstView } from "../burst-view.ts";
import { hash01 } from "../ease.ts";
import { loadItemSheet, type ReelEntry } from "../item-sheet.ts";
import { makeKit } from "../kit.ts";
import { JADE, rarityTint } from "../palette.ts";
import { makeReelState, type ReelPlan, reelAt, reelEndMs, ticksToSound } from "../reel-time.ts";
import { ReelLayers, ReelView } from "../reel-view.ts";
import type { Scene, SceneContext } from "../scene.ts";

export interface CaseReelPlan {
  readonly reel: ReelPlan;
  readonly entries: readonly ReelEntry[];
  /** The result is worth at least the stake. Only then rays, sparks and pop. */
  readonly cheer: boolean;
}

const SPARKS = 64;
const CELL_MIN = 112;
const CELL_MAX = 208;

export async function caseReelScene(context: SceneContext, plan: CaseReelPlan): Promise<Scene> {
  const dpr = Math.min(globalThis.devicePixelRatio || 1, 2);
  const sheet = await loadItemSheet(plan.entries, "x", CELL_MAX * dpr);
  const kit = makeKit();
  const root = new Container();
  const won = plan.entries[plan.reel.stopIndex];
  const tint = rarityTint(won?.rarity ?? "");
  const centred = (s: Sprite, colour: number): Sprite => {
    s.anchor.set(0.5);
    s.tint = colour;
    return s;
  };
  const rays = centred(new Sprite(kit.rays), tint);
  rays.blendMode = "add";
  const layers = new ReelLayers(root);
  root.addChildAt(rays, 0);
  const reel = new ReelView(kit, layers, "x");
  reel.show(plan.entries, sheet);
  const line = centred(new Sprite(kit.pixel), JADE);
  const top = centred(new Sprite(kit.marker), JADE);
  const bottom = centred(new Sprite(kit.marker), JADE);
  bottom.scale.y = -1;
  const burst = new BurstView(kit, SPARKS, Math.floor(hash01(plan.reel.stopIndex, plan.entries.length) * 1e6));
  burst.colour(tint);
  root.addChild(line, top, bottom, burst);

  const state = makeReelState();
  const revealMs = plan.reel.spinMs + plan.reel.settleMs / 2;
  let width = 0;
  let height = 0;
  let ticks = 0;
  let landed = false;

  function sounds(): void {
    if (ticksToSound(ticks, state.ticks)) context.sound.tick(state.speed);
    ticks = state.ticks;
    if (state.win > 0 && !landed) context.sound.sting(plan.cheer ? "glint" : "tap");
    landed = state.win > 0;
  }

  return {
    root,
    endMs: Math.max(reelEndMs(plan.reel), plan.cheer ? revealMs + burstEndMs : 0),
    resize(w, h, ratio) {
      width = w;
      height = h;
      const cross = h - 36;
      const size = Math.max(CELL_MIN, Math.min(CELL_MAX, cross * 1.08, w / 2.4));
      reel.layout({ x: 0, y: 18, extent: w, cross, size, gap: 10, dpr: ratio });
      rays.position.set(w / 2, h / 2);
      line.position.set(w / 2, h / 2);
      line.setSize(2, h - 28);
      top.position.set(w / 2, 10);
      bottom.position.set(w / 2, h - 10);
      burst.position.set(w / 2, h / 2);
    },
    seek(tMs) {
      reelAt(plan.reel, context.reducedMotion && tMs > 0 ? Math.max(tMs, reelEndMs(plan.reel)) : tMs, state);
      reel.apply(state, plan.cheer);
      const shine = plan.cheer && !context.reducedMotion ? state.win : 0;
      rays.visible = shine > 0;
      rays.alpha = shine * 0.5;
      rays.rotation = tMs * 0.00025;
      rays.scale.set((0.5 + 0.5 * shine) * (height / 300) * 1.5);
      line.alpha = 0.85 * (1 - state.win * 0.8);
      const cell = state.pos + 0.5;
      const kick = Math.max(0, 1 - (cell - Math.floor(cell)) * 3) * Math.min(1, state.speed / 3);
      top.rotation = -0.35 * kick;
      bottom.rotation = 0.35 * kick;
      burst.seek(shine > 0 ? tMs - revealMs : -1, Math.min(width, 900) * 0.32);
      sounds();
      return true; // the rays turn until the end
    },
    destroy() {
      reel.destroy();
      root.destroy({ children: true });
      kit.destroy();
      sheet.destroy();
    },
  };
}
