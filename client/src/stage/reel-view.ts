/** A circular strip seen through a window. */
import { Container } from "pixi.js";
import { clamp01, smooth } from "./ease.ts";
import type { ItemSheet, ReelEntry } from "./item-sheet.ts";
import { type Cell, type CellKit, type CellLayers, CellRing } from "./reel-cell.ts";
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
  private readonly ring: CellRing;
  private rect: ReelRect = { x: 0, y: 0, extent: 0, cross: 0, size: 1, gap: 0, dpr: 1 };
  private pitch = 1;
  private seamDrop = 0;

  constructor(
    kit: CellKit,
    layers: ReelLayers,
    private readonly axis: "x" | "y",
  ) {
    this.ring = new CellRing(kit, layers);
  }

  /** The strip to show; `sheet` null leaves the plates empty until the pictures are there. */
  show(entries: readonly ReelEntry[], sheet: ItemSheet | null): void {
    this.ring.show(entries, sheet);
  }

  layout(rect: ReelRect): void {
    this.rect = rect;
    this.pitch = rect.size + rect.gap;
    const w = this.axis === "x" ? rect.size : rect.cross;
    const h = this.axis === "x" ? rect.cross : rect.size;
    this.seamDrop = h / 2 - 2.5;
    const size = Math.ceil(rect.extent / this.pitch) + 3;
    for (const cell of this.ring.layout(size, w, h, rect.dpr, Math.min(w * 0.94, h * 0.9 * (4 / 3)))) {
      cell.plate.setSize(w, h);
      cell.glow.setSize(w * 1.2, h * 1.2);
      cell.seam.setSize(w * 0.82, 2.5);
    }
  }

  /** `cheer` false shows the result without pop or glow: it is worth less than the stake. */
  apply(state: ReelState, cheer: boolean): void {
    const { extent } = this.rect;
    const first = Math.floor(state.pos - extent / 2 / this.pitch) - 1;
    const won = state.win > 0 ? Math.round(state.pos) : Number.NaN;
    for (let i = 0; i < this.ring.size; i++) {
      const slot = first + i;
      const cell = this.ring.at(slot);
      if (cell) this.place(cell, (slot - state.pos) * this.pitch, state, slot === won, cheer);
    }
  }

  destroy(): void {
    this.ring.destroy();
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
    cell.item.scale.set((this.ring.itemPx / cell.item.texture.width) * (1 + 0.06 * near + 0.12 * pop));
    cell.soft.scale.set(cell.softScale);
  }
}
