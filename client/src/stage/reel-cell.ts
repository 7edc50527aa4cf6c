/**
 * The cells of which strips are made: a plate with its seam, the light behind an item, and the item sharp and blurred.
 * Where they stand and how they look at a moment is the strip's (card-strip.ts, reel-view.ts).
 */
import { type Container, Sprite, Texture } from "pixi.js";
import { bakePlate } from "./bake.ts";
import { mod } from "./ease.ts";
import type { ItemSheet, ReelEntry } from "./item-sheet.ts";
import { rarityTint } from "./palette.ts";

/** One blend mode a layer, so that all cells of a scene draw in as many batches as one. */
export interface CellLayers {
  readonly plates: Container;
  readonly glows: Container;
  readonly items: Container;
}

/** The textures that every cell has. */
export interface CellKit {
  readonly glow: Texture;
  readonly seam: Texture;
}

export interface Cell {
  readonly plate: Sprite;
  readonly glow: Sprite;
  readonly seam: Sprite;
  readonly item: Sprite;
  readonly soft: Sprite;
  /** Place of what it shows in the strip. */
  entry: number;
  softScale: number;
}

/** The entry of a cell that shows nothing yet. */
const UNSKINNED = -1;

function makeCell(kit: CellKit, { plates, glows, items }: CellLayers): Cell {
  const sprite = (texture: Texture, layer: Container): Sprite => {
    const s = new Sprite(texture);
    s.anchor.set(0.5);
    layer.addChild(s);
    return s;
  };
  const cell: Cell = {
    plate: sprite(Texture.EMPTY, plates),
    glow: sprite(kit.glow, glows),
    seam: sprite(kit.seam, plates),
    item: sprite(Texture.EMPTY, items),
    soft: sprite(Texture.EMPTY, items),
    entry: UNSKINNED,
    softScale: 1,
  };
  cell.glow.blendMode = "add";
  return cell;
}

/** Makes or destroys cells until there are `size`. */
function resizeCells(cells: Cell[], size: number, kit: CellKit, layers: CellLayers): void {
  while (cells.length < size) cells.push(makeCell(kit, layers));
  while (cells.length > size) {
    const cell = cells.pop();
    if (cell) for (const s of [cell.plate, cell.glow, cell.seam, cell.item, cell.soft]) s.destroy();
  }
}

/** Gives a cell the pictures of an entry, `itemWidth` px wide; without a sheet its plate stays empty. */
function skinCell(
  cell: Cell,
  index: number,
  entry: ReelEntry | undefined,
  sheet: ItemSheet | null,
  itemWidth: number,
): void {
  const item = entry && sheet?.item(entry.id);
  const tint = rarityTint(entry?.rarity ?? "");
  cell.entry = index;
  cell.item.texture = item?.sharp ?? Texture.EMPTY;
  cell.soft.texture = item?.soft ?? Texture.EMPTY;
  cell.softScale = item ? (itemWidth * item.softRatio) / item.soft.width : 1;
  cell.glow.tint = tint;
  cell.seam.tint = tint;
}

/**
 * The cells of a circular strip. Only those that can be seen exist; a slot keeps its cell while visible, so textures
 * change only when a cell wraps around.
 */
export class CellRing {
  private readonly cells: Cell[] = [];
  private entries: readonly ReelEntry[] = [];
  private sheet: ItemSheet | null = null;
  private plate: Texture | null = null;
  private itemWidth = 0;

  constructor(
    private readonly kit: CellKit,
    private readonly layers: CellLayers,
  ) {}

  /** How many cells there are. */
  get size(): number {
    return this.cells.length;
  }

  /** Width of an item in a cell, px. */
  get itemPx(): number {
    return this.itemWidth;
  }

  /** The strip to show; `sheet` null leaves the plates empty until the pictures are there. */
  show(entries: readonly ReelEntry[], sheet: ItemSheet | null): void {
    if (entries === this.entries && sheet === this.sheet) return;
    this.entries = entries;
    this.sheet = sheet;
    for (const cell of this.cells) cell.entry = UNSKINNED;
  }

  /** Makes `size` cells with plates of `w` × `h` px and items that are `itemPx` wide. */
  layout(size: number, w: number, h: number, dpr: number, itemPx: number): readonly Cell[] {
    resizeCells(this.cells, size, this.kit, this.layers);
    this.plate?.destroy(true);
    this.plate = bakePlate(w, h, dpr);
    this.itemWidth = itemPx;
    for (const cell of this.cells) {
      cell.plate.texture = this.plate;
      cell.entry = UNSKINNED;
    }
    return this.cells;
  }

  /** The cell of a slot with what it shows; undefined while there is nothing to show. */
  at(slot: number): Cell | undefined {
    const cell = this.cells[mod(slot, this.cells.length)];
    if (!cell || this.entries.length === 0) return undefined;
    const entry = mod(slot, this.entries.length);
    if (cell.entry !== entry) skinCell(cell, entry, this.entries[entry], this.sheet, this.itemWidth);
    return cell;
  }

  destroy(): void {
    resizeCells(this.cells, 0, this.kit, this.layers);
    this.plate?.destroy(true);
    this.plate = null;
    this.sheet = null;
  }
}
