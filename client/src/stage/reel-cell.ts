/**
 * The cells of which strips are made: a plate with its seam, the light behind an item, and the item sharp and blurred.
 * Where they stand and how they look at a moment is the strip's (card-strip.ts, reel-view.ts).
 */
import { type Container, Sprite, Texture } from "pixi.js";
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
export const UNSKINNED = -1;

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
export function resizeCells(cells: Cell[], size: number, kit: CellKit, layers: CellLayers): void {
  while (cells.length < size) cells.push(makeCell(kit, layers));
  while (cells.length > size) {
    const cell = cells.pop();
    if (cell) for (const s of [cell.plate, cell.glow, cell.seam, cell.item, cell.soft]) s.destroy();
  }
}

/** Gives a cell the pictures of an entry, `itemWidth` px wide; without a sheet its plate stays empty. */
export function skinCell(
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
