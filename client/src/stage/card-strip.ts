/**
 * A circular strip of cards under a marker, on a cylinder or flat. Only the cells that can be seen exist; a slot keeps
 * its cell while visible, so textures change only when a cell wraps around.
 */
import type { Texture } from "pixi.js";
import { bakePlate } from "./bake.ts";
import { clamp01, mod, smooth } from "./ease.ts";
import type { ItemSheet, ReelEntry } from "./item-sheet.ts";
import type { LightKit } from "./light-kit.ts";
import { type Cell, type CellLayers, resizeCells, skinCell, UNSKINNED } from "./reel-cell.ts";

export interface StripRect {
  readonly lineX: number;
  readonly y: number;
  readonly width: number;
  readonly card: { readonly w: number; readonly h: number };
  readonly pitch: number;
  readonly cylinder: boolean;
  readonly dpr: number;
}

/** How the cells look beside their place. */
export interface StripLook {
  /** In cells. */
  pos: number;
  /** 0 sharp … 1 fully blurred. */
  blur: number;
  /** Cells that did not win step back, 0 … 1; `soften` blurs them, too. */
  dim: number;
  soften: boolean;
  /** Growth of the won cell's card, 1 is its size; its slot, NaN while there is none. */
  grow: number;
  won: number;
  /** The won cell's card is gone as the item leaves it, 0 … 1; the item itself is drawn by the scene that lifts it. */
  lifted: number;
}

const TURN_RAD = (8 * Math.PI) / 180;
const EYE = 1500;
const DEPTH = 16;
const FADE = 0.17;
/** What is left of the cells beside a result. */
const DIMMED = 0.4;
const DIMMED_CALM = 0.62;

export const makeStripLook = (): StripLook => ({
  pos: 0,
  blur: 0,
  dim: 0,
  soften: false,
  grow: 1,
  won: Number.NaN,
  lifted: 0,
});

export class CardStrip {
  private readonly cells: Cell[] = [];
  private entries: readonly ReelEntry[] = [];
  private rect: StripRect | null = null;
  private plate: Texture | null = null;
  private itemWidth = 0;
  private seamDrop = 0;

  constructor(
    private readonly kit: LightKit,
    private readonly layers: CellLayers,
    private readonly sheet: ItemSheet,
  ) {}

  show(entries: readonly ReelEntry[]): void {
    if (entries === this.entries) return;
    this.entries = entries;
    for (const cell of this.cells) cell.entry = UNSKINNED;
  }

  layout(rect: StripRect): void {
    this.rect = rect;
    resizeCells(this.cells, Math.ceil(rect.width / rect.pitch) + 4, this.kit, this.layers);
    const { w, h } = rect.card;
    this.plate?.destroy(true);
    this.plate = bakePlate(w, h, rect.dpr);
    this.itemWidth = Math.min(w * 0.9, h * 0.9 * (4 / 3));
    this.seamDrop = h / 2 - 1.5;
    for (const cell of this.cells) {
      cell.plate.texture = this.plate;
      cell.entry = UNSKINNED;
    }
  }

  /** Width of an item in a card, px. */
  get itemPx(): number {
    return this.itemWidth;
  }

  apply(look: StripLook): void {
    const { rect } = this;
    const count = this.entries.length;
    if (!rect || count === 0) return;
    const first = Math.floor(look.pos - rect.lineX / rect.pitch) - 1;
    for (let i = 0; i < this.cells.length; i++) {
      const slot = first + i;
      const cell = this.cells[mod(slot, this.cells.length)];
      if (!cell) continue;
      const entry = mod(slot, count);
      if (cell.entry !== entry) skinCell(cell, entry, this.entries[entry], this.sheet, this.itemWidth);
      this.place(rect, cell, slot - look.pos, look, slot === look.won);
    }
  }

  destroy(): void {
    resizeCells(this.cells, 0, this.kit, this.layers);
    this.plate?.destroy(true);
    this.plate = null;
  }

  private place(rect: StripRect, cell: Cell, n: number, look: StripLook, isWon: boolean): void {
    const away = Math.abs(n);
    const near = rect.cylinder ? EYE / (EYE + DEPTH * away * away) : 1;
    const narrow = rect.cylinder ? Math.cos(Math.min(1.2, TURN_RAD * away)) : 1;
    const x = rect.lineX + n * rect.pitch * near * (rect.cylinder ? 1 - 0.006 * away : 1);
    const grow = (isWon ? look.grow : 1) * near;
    // Faded a cell at a time: no mask and no overlay, so it works on any background and in one batch.
    const room = Math.min(x, rect.width - x);
    const edge = smooth(clamp01((room + rect.card.w * 0.4) / (rect.card.w * 0.9)));
    const rest = look.soften ? DIMMED : DIMMED_CALM;
    let alpha = edge * Math.max(0.1, 1 - FADE * (rect.cylinder ? away : away * 0.9));
    if (!isWon) alpha *= 1 - (1 - rest) * look.dim;
    const soft = isWon ? look.blur : Math.max(look.blur, look.soften ? look.dim : 0);
    const card = isWon ? alpha * (1 - look.lifted) : alpha;
    const skew = rect.cylinder ? -n * 0.014 : 0;

    for (const s of [cell.plate, cell.glow, cell.item, cell.soft]) s.position.set(x, rect.y);
    cell.seam.position.set(x, rect.y + this.seamDrop * grow);
    cell.plate.setSize(rect.card.w * narrow * grow, rect.card.h * grow);
    cell.plate.skew.y = skew;
    cell.glow.setSize(rect.card.w * 1.15 * grow, rect.card.h * 1.1 * grow);
    cell.seam.setSize(rect.card.w * 0.76 * narrow * grow, 2);
    cell.seam.skew.y = skew;
    cell.plate.alpha = card;
    cell.seam.alpha = card;
    cell.glow.alpha = card * (isWon ? 0.7 : 0.4);
    cell.item.visible = soft < 0.98 && !(isWon && look.lifted > 0);
    cell.soft.visible = soft > 0.02;
    cell.item.alpha = alpha * (1 - soft);
    cell.soft.alpha = alpha * soft;
    cell.item.scale.set(
      (this.itemWidth / cell.item.texture.width) * grow * narrow,
      (this.itemWidth / cell.item.texture.width) * grow,
    );
    cell.soft.scale.set(cell.softScale * grow);
  }
}
