/**
 * Vertical reels side by side: a battle of two to four seats. What is known grows while a battle runs, so the plan can
 * be replaced at any moment; the picture is always f(plan, t).
 */
import { Container, Sprite, type Texture } from "pixi.js";
import { type BattlePlan, battleAt, battleEndMs, calmMs, makeBattleState, tensionIn } from "../battle-time.ts";
import type { Economy } from "../frame-budget.ts";
import type { ReelEntry } from "../item-sheet.ts";
import { makeLightKit } from "../light-kit.ts";
import { JADE, RESTED, rarityTint } from "../palette.ts";
import { type ReelPlan, ticksToSound } from "../reel-time.ts";
import { ReelLayers, ReelView } from "../reel-view.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { SheetCache, type SheetSource } from "../sheet-cache.ts";
import { SparkView } from "../spark-view.ts";
import { TIERS, tierOf } from "../tiers.ts";

export interface ColumnsPlan {
  readonly battle: BattlePlan;
  /** strips[round][seat]: the entries of each reel, in strip order. Keep the identity of an unchanged strip. */
  readonly strips: readonly (readonly (readonly ReelEntry[])[])[];
  /** Per round: all items of its box. */
  readonly sheets: readonly SheetSource[];
  /** Per round, in cents: a result below it gets no fanfare. */
  readonly stakes: readonly number[];
  /** Whose border crossings are heard. */
  readonly earSeat: number;
  /** Cards sized for the tall columns of a battle; without it, for openings. */
  readonly fit?: "battle";
}

export interface ColumnsScene extends Scene {
  update(plan: ColumnsPlan): void;
}

interface Column {
  readonly view: ReelView;
  readonly line: Sprite;
  readonly left: Sprite;
  readonly right: Sprite;
  readonly sparks: SparkView;
  ticks: number;
  landed: boolean;
  rested: boolean;
}

const SPARKS = 32;
const SPARKS_MS = 1540;
/** Height of a marker against the drawn one, on wide and on narrow screens. */
const MARKER = { wide: 0.4, narrow: 0.24 };
const MARKER_PX = 36;
const NARROW = 600;
const GAP = 16;
const GAP_BATTLE = 12;
const GAP_NARROW = 6;
/** A landing further back than this is not news: the moment was seeked to. */
const FRESH_MS = 300;

const columnGap = (width: number, fit: ColumnsPlan["fit"]): number =>
  width <= NARROW ? GAP_NARROW : fit === "battle" ? GAP_BATTLE : GAP;

interface Card {
  /** Along the motion, across it, and between two, in px. */
  readonly size: number;
  readonly cross: number;
  readonly space: number;
}

/** A card of a column `cw` wide and `h` high: three of a battle fill its window, none is larger than 320 × 200 px. */
function cardIn(cw: number, h: number, wide: boolean, fit: ColumnsPlan["fit"]): Card {
  if (fit === "battle") {
    if (wide) return { size: Math.min(200, h * 0.307), cross: Math.min(320, cw - 28), space: 14 };
    return { size: Math.min(96, h * 0.208), cross: Math.min(180, cw - 12), space: 8 };
  }
  const size = Math.min(cw * 0.8, h / 2.3);
  return { size, cross: Math.min(cw - 10, Math.max(size * 2.1, 96)), space: size > 90 ? 10 : 6 };
}

export async function columnsScene(context: SceneContext, first: ColumnsPlan): Promise<ColumnsScene> {
  let plan = first;
  const dpr = Math.min(globalThis.devicePixelRatio || 1, 2);
  const sheets = new SheetCache(260 * dpr, () => redraw());
  const opening = plan.sheets[0];
  if (opening) await sheets.ready(opening);

  const kit = makeLightKit();
  const root = new Container();
  const layers = new ReelLayers(root);
  const marks = new Container();
  const effects = new Container();
  root.addChild(marks, effects);
  const mark = (texture: Texture, rotation: number): Sprite => {
    const s = new Sprite(texture);
    s.anchor.set(0.5);
    s.tint = JADE;
    s.rotation = rotation;
    marks.addChild(s);
    return s;
  };
  const columns: Column[] = Array.from({ length: plan.battle.seats }, (_, seat) => {
    const sparks = new SparkView(kit);
    sparks.show(SPARKS, JADE, seat + 11);
    effects.addChild(sparks.root);
    return {
      view: new ReelView(kit, layers, "y"),
      line: mark(kit.pixel, 0),
      left: mark(kit.marker, -Math.PI / 2),
      right: mark(kit.marker, Math.PI / 2),
      sparks,
      ticks: 0,
      landed: false,
      rested: false,
    };
  });
  const state = makeBattleState(plan.battle.seats);
  let reach = 0;
  let middle = 0;
  let economy: Economy = 0;
  let shownRound = -1;
  let moving = true;
  let stale = true;

  function redraw(): void {
    stale = true;
    context.invalidate();
  }

  /** Between the last spark of a round and the next round nothing moves: about a quarter of a battle. */
  function moved(): boolean {
    const still = !moving && !stale && state.round === shownRound;
    shownRound = state.round;
    stale = false;
    moving = state.reels.some((reel) => reel.phase !== "done" || reel.win < 1);
    for (const reel of plan.battle.reels[state.round] ?? []) {
      if (state.phase === "round" && state.tRound - revealMs(reel) < SPARKS_MS) moving = true;
    }
    return moving || !still;
  }

  function seekColumn(column: Column, seat: number, source: SheetSource | undefined): void {
    const reel = state.reels[seat];
    const reelPlan = plan.battle.reels[state.round]?.[seat];
    const strip = plan.strips[state.round]?.[seat];
    if (!reel || !reelPlan || !strip) return;
    column.view.show(strip, source ? sheets.want(source) : null);
    const value = plan.battle.values[state.round]?.[seat] ?? 0;
    const cheer = value >= (plan.stakes[state.round] ?? 0);
    column.view.apply(reel, cheer);
    column.line.alpha = 0.95 * (1 - reel.win);
    rest(column, reel.win > 0);
    seekSparks(column, seat, reelPlan, strip, cheer && !context.reducedMotion);
    if (seat === plan.earSeat && ticksToSound(column.ticks, reel.ticks)) context.sound.tick(reel.speed);
    column.ticks = reel.ticks;
    const landed = reel.win > 0;
    if (landed && !column.landed && state.tRound - revealMs(reelPlan) < FRESH_MS) {
      context.sound.land();
      if (cheer) context.sound.sting(TIERS[tierOf(value, plan.stakes[state.round] ?? 0)].sound);
    }
    column.landed = landed;
  }

  /** The markers of a column that has landed step back. */
  function rest(column: Column, rested: boolean): void {
    if (column.rested === rested) return; // Pixi parses a tint even when it is the same
    column.rested = rested;
    column.left.tint = rested ? RESTED : JADE;
    column.right.tint = column.left.tint;
  }

  function seekSparks(column: Column, seat: number, reel: ReelPlan, strip: readonly ReelEntry[], lit: boolean): void {
    const t = lit && state.phase === "round" ? state.tRound - revealMs(reel) : -1;
    if (t >= 0 && t < SPARKS_MS) {
      column.sparks.show(SPARKS, rarityTint(strip[reel.stopIndex]?.rarity ?? ""), seat + 11);
    }
    column.sparks.seek(t, SPARKS_MS, column.line.x, middle, reach, economy > 0 ? 0.5 : 1);
  }

  return {
    root,
    get endMs() {
      return battleEndMs(plan.battle);
    },
    update(next) {
      plan = next;
      redraw();
    },
    resize(w, h, ratio) {
      const gap = columnGap(w, plan.fit);
      const cw = (w - gap * (columns.length - 1)) / columns.length;
      const { size, cross, space } = cardIn(cw, h, w > NARROW, plan.fit);
      const marker = w > NARROW ? MARKER.wide : MARKER.narrow;
      const inset = (MARKER_PX / 2) * marker;
      reach = Math.min(h * 0.34, cw * 0.5);
      middle = h / 2;
      stale = true;
      columns.forEach((column, seat) => {
        const x = seat * (cw + gap);
        const rect = { x: x + (cw - cross) / 2, y: 0, extent: h, cross, size, gap: space, dpr: ratio };
        column.view.layout(rect);
        column.left.scale.set(marker);
        column.right.scale.set(marker);
        column.left.position.set(x + inset, h / 2);
        column.right.position.set(x + cw - inset, h / 2);
        column.line.position.set(x + cw / 2, h / 2);
        column.line.setSize(cw - 8, 2);
      });
    },
    economize(level) {
      economy = level;
    },
    seek(tMs) {
      battleAt(plan.battle, context.reducedMotion ? calmMs(plan.battle, tMs) : tMs, state);
      const now = plan.sheets[state.round];
      const next = plan.sheets[state.round + 1];
      for (let seat = 0; seat < columns.length; seat++) {
        const column = columns[seat];
        if (column) seekColumn(column, seat, now);
      }
      if (next) sheets.want(next);
      sheets.keep(now?.key ?? "", next?.key ?? "");
      context.sound.drone(tensionIn(plan.battle, state));
      return moved();
    },
    destroy() {
      context.sound.drone(null);
      for (const column of columns) column.view.destroy();
      root.destroy({ children: true });
      kit.destroy();
      sheets.destroy();
    },
  };
}

const revealMs = (reel: ReelPlan): number => reel.spinMs + reel.settleMs / 2;
