/**
 * Opening boxes: one wide reel, or up to five rows under one line. The scene outlives an opening: it rests, turns when
 * it is asked to, lands on what it is told and celebrates by tier, again and again on the same textures. Sums and words
 * are the page's: it is told every moment of what they show.
 */
import { Container, Sprite, Texture } from "pixi.js";
import { CardStrip, makeStripLook, type StripLook } from "../card-strip.ts";
import { clamp01, lerp, outBack } from "../ease.ts";
import { loadItemSheet, type ReelEntry } from "../item-sheet.ts";
import { makeLightKit } from "../light-kit.ts";
import { LightView } from "../light-view.ts";
import { type OpeningLayout, openingLayout } from "../opening-layout.ts";
import {
  landingAt,
  landingFromMs,
  type OpeningTiming,
  openingEndMs,
  openingLandsMs,
  ROW_WORDS_MS,
  rowCounted,
  rowLandsMs,
  rowWords,
  STILL_MS,
  turningAt,
} from "../opening-time.ts";
import { JADE, MARKER_CALM, rarityTint } from "../palette.ts";
import { makeReelState, type ReelPlan, type ReelState, ticksToSound } from "../reel-time.ts";
import type { Scene, SceneContext } from "../scene.ts";
import { makeTierFrame, TIERS, type Tier, tierFrame } from "../tiers.ts";

export interface OpeningRow {
  readonly entries: readonly ReelEntry[];
  readonly reel: ReelPlan;
  readonly valueCents: number;
}

export interface OpeningAnswer {
  readonly rows: readonly OpeningRow[];
  /** Of the whole sum. */
  readonly tier: Tier;
  /** The row that alone gets light; -1 for none. */
  readonly best: number;
  /** That row's own tier: its light is by what it is worth itself. */
  readonly bestTier: Tier;
  readonly seed: number;
  readonly fast: boolean;
}

/** What the page shows at a moment. The object is the scene's and changes with the next one. */
export interface OpeningMoment {
  /** A row's words, 0 … 1. */
  readonly words: number[];
  /** The number, in cents. */
  cents: number;
  /** Scale of the chip with the multiplier. */
  chip: number;
  landed: boolean;
}

export interface OpeningScene extends Scene {
  /** Begins to turn freely; the scene's time begins with it. */
  turn(): void;
  /** Gives what the reels come to, at this time of the scene. Returns when they land and when all is over. */
  answer(answer: OpeningAnswer, atMs: number): { readonly landsMs: number; readonly endMs: number };
  /** Stands still where it is: there is no answer. */
  stop(): void;
}

export interface OpeningScenePlan {
  /** All that the box can give, for the pictures. */
  readonly entries: readonly ReelEntry[];
  /** What lies there before the first opening, a strip a row. */
  readonly strips: readonly (readonly ReelEntry[])[];
  readonly onMoment: (moment: OpeningMoment) => void;
  readonly onLayout: (layout: OpeningLayout) => void;
}

const PHONE = 600;
/** A landing further back than this is not news: the moment was seeked to. */
const FRESH_MS = 300;
const GROW = 1.2;
const GROW_MS = 320;
const LAST_CARD: Tier = 1; // up to here the item stays in its card

interface Row {
  readonly strip: CardStrip;
  readonly state: ReelState;
  readonly look: StripLook;
  entries: readonly ReelEntry[];
  from: number;
  ticks: number;
  landed: boolean;
}

export async function openingScene(context: SceneContext, plan: OpeningScenePlan): Promise<OpeningScene> {
  const dpr = Math.min(globalThis.devicePixelRatio || 1, 2);
  const sheet = await loadItemSheet(plan.entries, "x", (plan.strips.length === 1 ? 190 : 92) * dpr);
  const kit = makeLightKit();
  const root = new Container();
  const world = new Container();
  const layers = { plates: new Container(), glows: new Container(), items: new Container() };
  const light = new LightView(kit, plan.strips.length === 1);
  const item = new Sprite();
  item.anchor.set(0.5);
  item.visible = false;
  world.addChild(light.back, layers.plates, layers.glows, layers.items, light.front, item, light.over);
  const markers = [0, 1].map((i) => {
    const s = new Sprite(kit.marker);
    s.anchor.set(0.5, 0);
    s.scale.set(0.5, i ? -0.5 : 0.5);
    s.tint = JADE;
    return s;
  });
  root.addChild(world, ...markers);

  const rows: Row[] = plan.strips.map((entries) => ({
    strip: new CardStrip(kit, layers, sheet),
    state: makeReelState(),
    look: makeStripLook(),
    entries,
    from: 0,
    ticks: 0,
    landed: false,
  }));
  const frame = makeTierFrame();
  const rowFrame = makeTierFrame();
  const moment: OpeningMoment = { words: plan.strips.map(() => 0), cents: 0, chip: 0, landed: false };
  let layout = openingLayout(1, 1, rows.length);
  let width = 1;
  let height = 1;
  let turning = false;
  let answer: OpeningAnswer | null = null;
  let timing: OpeningTiming | null = null;
  let large: Texture | null = null;
  let lastT = 0;

  /** The won item at its full size; until it is there the one of the sheet is drawn. */
  async function fetchItem(entry: ReelEntry, of: OpeningAnswer): Promise<void> {
    const picture = new Image();
    picture.decoding = "async";
    if (/^(https?:)?\/\//i.test(entry.image)) picture.crossOrigin = "anonymous";
    picture.src = entry.image;
    await picture.decode();
    if (answer !== of || context.signal.aborted) return;
    large = Texture.from(picture, true);
    item.texture = large;
    context.invalidate();
  }

  function dropItem(): void {
    item.visible = false;
    item.texture = Texture.EMPTY;
    large?.destroy(true);
    large = null;
  }

  function endMs(): number {
    if (!timing) return turning && !context.reducedMotion ? Number.POSITIVE_INFINITY : 0;
    if (!answer || answer.best < 0 || context.reducedMotion) return openingEndMs(timing);
    return Math.max(openingEndMs(timing), rowLandsMs(timing, answer.best) + TIERS[answer.bestTier].lengthMs);
  }

  function lightAt(): void {
    const row = rows.length === 1 ? 0 : Math.max(0, answer?.best ?? 0);
    const y = rows.length === 1 ? layout.itemY : layout.rowY(row);
    light.layout(layout.lineX, y, rows.length === 1 ? height : layout.rowHeight * 2.6, width);
  }

  /** One row's cards at a moment. Returns how long ago it landed, below 0 while it has not. */
  function seekRow(row: Row, i: number, tMs: number): number {
    const { state, look } = row;
    const landing = answer?.rows[i];
    let since = -1;
    if (landing && timing && tMs >= landingFromMs(timing)) {
      landingAt(landing.reel, timing, i, tMs, state);
      row.strip.show(landing.entries);
      since = tMs - rowLandsMs(timing, i);
    } else {
      turningAt(row.from, turning && !context.reducedMotion ? tMs : 0, state);
      row.strip.show(row.entries);
    }
    const single = rows.length === 1;
    const lifts = since >= 0 && (single ? (answer?.tier ?? 0) > LAST_CARD : i === answer?.best);
    look.pos = state.pos;
    look.blur = state.blur;
    look.won = since >= 0 ? Math.round(state.pos) : Number.NaN;
    look.dim = since < 0 ? 0 : context.reducedMotion ? 1 : clamp01(since / ROW_WORDS_MS);
    look.soften = lifts && single;
    look.lifted = lifts ? look.dim : 0;
    look.grow =
      since < 0 ? 1 : lerp(1, single ? GROW : 1.06, context.reducedMotion ? 1 : outBack(clamp01(since / GROW_MS)));
    row.strip.apply(look);
    return since;
  }

  function sounds(row: Row, i: number, since: number, tMs: number): void {
    const last = i === rows.length - 1;
    if (last && ticksToSound(row.ticks, row.state.ticks)) context.sound.tick(row.state.speed);
    row.ticks = row.state.ticks;
    const landed = since >= 0;
    if (landed && !row.landed && since < FRESH_MS && tMs >= lastT) {
      context.sound.land();
      if (last && answer) context.sound.sting(TIERS[answer.tier].sound);
    }
    row.landed = landed;
  }

  function seekItem(since: number): void {
    const best = answer ? Math.max(0, rows.length === 1 ? 0 : answer.best) : 0;
    const row = rows[best];
    const lifts = since >= 0 && answer !== null && (rows.length === 1 ? answer.tier > LAST_CARD : answer.best >= 0);
    item.visible = lifts;
    if (!lifts || !row) return;
    if (!large) {
      const entry = answer?.rows[best];
      const won = entry?.entries[entry.reel.stopIndex];
      item.texture = (won && sheet.item(won.id)?.sharp) ?? Texture.EMPTY;
    }
    const tier = answer?.tier ?? 0;
    const most = rows.length === 1 ? layout.itemMost * (tier >= 4 ? 1.06 : tier === 3 ? 1 : 0.84) : layout.itemMost;
    const lift = rows.length === 1 ? frame.lift : clamp01(since / GROW_MS);
    const size = lerp(row.strip.itemPx, most, lift);
    const from = layout.rowY(best);
    item.position.set(layout.lineX, lerp(from, rows.length === 1 ? layout.itemY : from, lift) + frame.parallaxPx * 0.5);
    item.scale.set(size / item.texture.width);
  }

  function seekMarkers(): void {
    const state = rows[rows.length - 1]?.state;
    const kick = state
      ? Math.max(0, 1 - (state.pos + 0.5 - Math.floor(state.pos + 0.5)) * 3) * Math.min(1, state.speed / 3)
      : 0;
    const tint = moment.landed && answer?.tier === 0 ? MARKER_CALM : JADE;
    markers.forEach((s, i) => {
      s.rotation = (i ? 0.3 : -0.3) * kick;
      if (s.tint !== tint) s.tint = tint;
    });
  }

  return {
    root,
    get endMs() {
      return endMs();
    },
    turn() {
      rows.forEach((row, i) => {
        const before = answer?.rows[i];
        if (before) {
          row.entries = before.entries;
          row.from = before.reel.stopIndex;
        }
      });
      answer = null;
      timing = null;
      turning = true;
      lastT = 0;
      dropItem();
    },
    answer(given, atMs) {
      answer = given;
      timing = {
        rows: rows.length,
        answeredMs: atMs,
        fast: given.fast,
        calm: context.reducedMotion,
        tier: given.tier,
      };
      const best = given.rows[rows.length === 1 ? 0 : Math.max(0, given.best)];
      const won = best?.entries[best.reel.stopIndex];
      const lights = rows.length === 1 || given.best >= 0;
      light.show({
        tier: rows.length === 1 ? given.tier : lights ? given.bestTier : 0,
        tint: rarityTint(won?.rarity ?? ""),
        seed: given.seed,
        phone: width < PHONE,
      });
      lightAt();
      if (won && rows.length === 1 && given.tier > LAST_CARD) void fetchItem(won, given).catch(() => undefined);
      return { landsMs: openingLandsMs(timing), endMs: endMs() };
    },
    stop() {
      turning = false;
      context.sound.hush();
    },
    resize(w, h, ratio) {
      width = w;
      height = h;
      layout = openingLayout(w, h, rows.length);
      rows.forEach((row, i) => {
        row.strip.layout({ ...layout, y: layout.rowY(i), width: w, dpr: ratio });
      });
      lightAt();
      markers[0]?.position.set(layout.lineX, 0);
      markers[1]?.position.set(layout.lineX, h - layout.totalHeight);
      plan.onLayout(layout);
    },
    economize: (level) => light.economize(level),
    seek(tMs) {
      const landsMs = timing ? openingLandsMs(timing) : Number.POSITIVE_INFINITY;
      const since = tMs - landsMs;
      const tier = answer?.tier ?? 0;
      const calm = context.reducedMotion;
      tierFrame(tier, calm ? TIERS[tier].lengthMs : since, frame);
      moment.landed = since >= 0;
      moment.cents = 0;
      let bestSince = -1;
      rows.forEach((row, i) => {
        const rowSince = seekRow(row, i, tMs);
        sounds(row, i, rowSince, tMs);
        if (i === (rows.length === 1 ? 0 : answer?.best)) bestSince = rowSince;
        moment.words[i] = calm ? (rowSince < 0 ? 0 : clamp01(rowSince / STILL_MS)) : rowWords(rowSince);
        const share =
          rows.length === 1 ? (rowSince < 0 ? 0 : frame.count) : calm ? +(rowSince >= 0) : rowCounted(rowSince);
        moment.cents += Math.round((answer?.rows[i]?.valueCents ?? 0) * share);
      });
      moment.chip = since >= 0 ? (rows.length === 1 ? frame.chip : Math.max(frame.chip, tier === 0 ? 1 : 0)) : 0;
      if (rows.length === 1) light.seek(frame, since, calm);
      else {
        const bestTier = answer?.bestTier ?? 0;
        tierFrame(bestTier, calm ? TIERS[bestTier].lengthMs : bestSince, rowFrame);
        light.seek(rowFrame, bestSince, calm);
      }
      seekItem(rows.length === 1 ? since : bestSince);
      const moves = since >= 0 && rows.length === 1 && !calm;
      const scale = moves ? frame.camera : 1;
      const [cx, cy] = [layout.lineX, layout.itemY];
      world.scale.set(scale);
      world.position.set(cx * (1 - scale) + (moves ? frame.shakeX : 0), cy * (1 - scale) + (moves ? frame.shakeY : 0));
      seekMarkers();
      plan.onMoment(moment);
      lastT = tMs;
      return true;
    },
    destroy() {
      context.sound.hush();
      dropItem();
      for (const row of rows) row.strip.destroy();
      root.destroy({ children: true });
      kit.destroy();
      sheet.destroy();
    },
  };
}
