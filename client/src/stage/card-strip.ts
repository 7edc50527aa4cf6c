/** A circular strip of cards under a marker, on a cylinder or flat. */
import { clamp01, smooth } from "./ease.ts";
import type { ItemSheet, ReelEntry } from "./item-sheet.ts";
import type { LightKit } from "./light-kit.ts";
import { type Cell, type CellLayers, CellRing } from "./reel-cell.ts";

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
  private readonly ring: CellRing;
  private rect: StripRect | null = null;
  private seamDrop = 0;

  constructor(
    kit: LightKit,
    layers: CellLayers,
    private readonly sheet: ItemSheet,
  ) {
    this.ring = new CellRing(kit, layers);
  }

  show(entries: readonly ReelEntry[]): void {
    this.ring.show(entries, this.sheet);
  }

  layout(rect: StripRect): void {
    this.rect = rect;
    const { w, h } = rect.card;
    this.seamDrop = h / 2 - 1.5;
    this.ring.layout(Math.ceil(rect.width / rect.pitch) + 4, w, h, rect.dpr, Math.min(w * 0.9, h * 0.9 * (4 / 3)));
  }

  /** Width of an item in a card, px. */
  get itemPx(): number {
    return this.ring.itemPx;
  }

  apply(look: StripLook): void {
    const { rect } = this;
    if (!rect) return;
    const first = Math.floor(look.pos - rect.lineX / rect.pitch) - 1;
    for (let i = 0; i < this.ring.size; i++) {
      const slot = first + i;
      const cell = this.ring.at(slot);
      if (cell) this.place(rect, cell, slot - look.pos, look, slot === look.won);
    }
  }

  destroy(): void {
    this.ring.destroy();
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
      (this.itemPx / cell.item.texture.width) * grow * narrow,
      (this.itemPx / cell.item.texture.width) * grow,
    );
    cell.soft.scale.set(cell.softScale * grow);
  }
}
