/**
 * A circular strip seen through a window. Only the cells that can be seen exist; a slot keeps its cell while visible,
 * so textures change only when a cell wraps around.
 */
import { Container, type Texture } from "pixi.js";
import { bakePlate } from "./bake.ts";
import { clamp01, mod, smooth } from "./ease.ts";
import type { ItemSheet, ReelEntry } from "./item-sheet.ts";
import { type Cell, type CellKit, type CellLayers, resizeCells, skinCell, UNSKINNED } from "./reel-cell.ts";
import type { ReelState } from "./reel-time.ts";

/** Shared by all reels of a scene. */
export class ReelLayers implements CellLayers {
  readonly plates = new Container();
  readonly glows = new Container();
  readonly items = new Container();

  constructor(parent: Container) {
    parent.addChild(this.plates, this.glows, this.items);
  }
}

export interface ReelRect {
  readonly x: number;
  readonly y: number;
  /** Along the motion. */
  readonly extent: number;
  readonly cross: number;
  /** A cell along the motion, without the gap. */
  readonly size: number;
  readonly gap: number;
  readonly dpr: number;
}

export class ReelView {
  private readonly cells: Cell[] = [];
  private entries: readonly ReelEntry[] = [];
  private sheet: ItemSheet | null = null;
  private rect: ReelRect = { x: 0, y: 0, extent: 0, cross: 0, size: 1, gap: 0, dpr: 1 };
  private plate: Texture | null = null;
  private pitch = 1;
  private itemWidth = 0;
  private seamDrop = 0;

  constructor(
    private readonly kit: CellKit,
    private readonly layers: ReelLayers,
    private readonly axis: "x" | "y",
  ) {}

  /** The strip to show; `sheet` null leaves the plates empty until the pictures are there. */
  show(entries: readonly ReelEntry[], sheet: ItemSheet | null): void {
    if (entries === this.entries && sheet === this.sheet) return;
    this.entries = entries;
    this.sheet = sheet;
    for (const cell of this.cells) cell.entry = UNSKINNED;
  }

  layout(rect: ReelRect): void {
    this.rect = rect;
    this.pitch = rect.size + rect.gap;
    resizeCells(this.cells, Math.ceil(rect.extent / this.pitch) + 3, this.kit, this.layers);
    const w = this.axis === "x" ? rect.size : rect.cross;
    const h = this.axis === "x" ? rect.cross : rect.size;
    this.plate?.destroy(true);
    this.plate = bakePlate(w, h, rect.dpr);
    this.itemWidth = Math.min(w * 0.94, h * 0.9 * (4 / 3));
    this.seamDrop = h / 2 - 2.5;
    for (const cell of this.cells) {
      cell.plate.texture = this.plate;
      cell.plate.setSize(w, h);
      cell.glow.setSize(w * 1.2, h * 1.2);
      cell.seam.setSize(w * 0.82, 2.5);
      cell.entry = UNSKINNED;
    }
  }

  /** `cheer` false shows the result without pop or glow: it is worth less than the stake. */
  apply(state: ReelState, cheer: boolean): void {
    const count = this.entries.length;
    if (count === 0) return;
    const { extent } = this.rect;
    const first = Math.floor(state.pos - extent / 2 / this.pitch) - 1;
    const won = state.win > 0 ? Math.round(state.pos) : Number.NaN;
    for (let i = 0; i < this.cells.length; i++) {
      const slot = first + i;
      const cell = this.cells[mod(slot, this.cells.length)];
      if (!cell) continue;
      const entry = mod(slot, count);
      if (cell.entry !== entry) skinCell(cell, entry, this.entries[entry], this.sheet, this.itemWidth);
      this.place(cell, (slot - state.pos) * this.pitch, state, slot === won, cheer);
    }
  }

  destroy(): void {
    resizeCells(this.cells, 0, this.kit, this.layers);
    this.plate?.destroy(true);
    this.plate = null;
    this.sheet = null;
  }

  private place(cell: Cell, offset: number, state: ReelState, isWon: boolean, cheer: boolean): void {
    const { x, y, extent, cross } = this.rect;
    const cx = this.axis === "x" ? x + extent / 2 + offset : x + cross / 2;
    const cy = this.axis === "x" ? y + cross / 2 : y + extent / 2 + offset;
    cell.plate.position.set(cx, cy);
    cell.glow.position.set(cx, cy);
    cell.item.position.set(cx, cy);
    cell.soft.position.set(cx, cy);
    cell.seam.position.set(cx, cy + this.seamDrop);

    // Faded a cell at a time: no mask and no overlay, so it works on any background and in one batch.
    const away = Math.abs(offset);
    const edge = smooth(clamp01((extent / 2 - away + this.pitch * 0.25) / (this.pitch * 0.9)));
    const alpha = state.win > 0 && !isWon ? edge * (1 - 0.62 * state.win) : edge;
    const near = Math.max(0, 1 - away / (this.pitch * 0.9)) * (1 - state.blur);
    const pop = isWon && cheer ? state.win : 0;
    cell.plate.alpha = alpha * (0.75 + 0.25 * near);
    cell.seam.alpha = alpha * (0.7 + 0.3 * near);
    cell.glow.alpha = alpha * (0.42 + 0.24 * near + 0.34 * pop);
    cell.item.alpha = alpha * (1 - state.blur);
    cell.soft.alpha = alpha * state.blur;
    cell.item.visible = state.blur < 0.98;
    cell.soft.visible = state.blur > 0.02;
    cell.item.scale.set((this.itemWidth / cell.item.texture.width) * (1 + 0.06 * near + 0.12 * pop));
    cell.soft.scale.set(cell.softScale);
  }
}
