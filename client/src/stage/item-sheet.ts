/**
 * One texture with all items of one box, sharp and blurred, painted with canvas 2D. One texture a box keeps a whole
 * scene within a handful of draw calls, and destroying it frees everything: no global texture cache grows behind it.
 */
import { Rectangle, Texture } from "pixi.js";
import { type BlurAxis, blurCell, loadBlurAtlas } from "./blur-atlas.ts";
import { sized } from "./canvas.ts";

/** An item as a reel shows it. */
export interface ReelEntry {
  readonly id: number;
  readonly rarity: string;
  /** 384 × 288 and 192 × 144, both 4:3. */
  readonly image: string;
  readonly thumb: string;
}

export interface SheetItem {
  readonly sharp: Texture;
  readonly soft: Texture;
  /** Width of the soft cell when the sharp one is 1 wide: the blurred copy is padded. */
  readonly softRatio: number;
}

export interface ItemSheet {
  item(def: number): SheetItem | undefined;
  destroy(): void;
}

const FULL_W = 384;
const THUMB_W = 192;
const SHEET_W = 2048;
const PAD = 2;

/** Which copy a cell of this many device pixels deserves. */
const sharpWidth = (devicePx: number): number => (devicePx > THUMB_W * 1.2 ? FULL_W : THUMB_W);

const ELSEWHERE = /^(https?:)?\/\//i;

async function picture(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  if (ELSEWHERE.test(url)) image.crossOrigin = "anonymous"; // of a picture host: only so may the sheet become a texture
  image.decoding = "async";
  image.src = url;
  try {
    await image.decode();
    return image;
  } catch {
    return null; // a missing picture leaves its card empty, it must not stop the reel
  }
}

export function distinctEntries(entries: readonly ReelEntry[]): ReelEntry[] {
  return [...new Map(entries.map((e) => [e.id, e])).values()];
}

export async function loadItemSheet(
  entries: readonly ReelEntry[],
  axis: BlurAxis,
  devicePx: number,
): Promise<ItemSheet> {
  const distinct = distinctEntries(entries);
  const w = sharpWidth(devicePx);
  const h = (w * 3) / 4;
  const [blur, pictures] = await Promise.all([
    loadBlurAtlas(axis),
    Promise.all(distinct.map((e) => picture(w === FULL_W ? e.image : e.thumb))),
  ]);
  const columns = Math.max(1, Math.min(distinct.length, Math.floor(SHEET_W / (w + PAD))));
  const rows = Math.ceil(distinct.length / columns);
  const softW = blur ? blur.cell.w : 0;
  const softH = blur ? blur.cell.h : 0;
  const sheetW = columns * (w + PAD);
  const softColumns = softW ? Math.max(1, Math.floor(sheetW / (softW + PAD))) : 1;
  const softTop = rows * (h + PAD);
  const softHeight = softW ? Math.ceil(distinct.length / softColumns) * (softH + PAD) : 0;
  const [canvas, paint] = sized(Math.max(sheetW, softW + PAD), softTop + softHeight);
  paint.imageSmoothingQuality = "high";

  const base = Texture.from(canvas, true);
  const items = new Map<number, SheetItem>();
  distinct.forEach((entry, i) => {
    const x = (i % columns) * (w + PAD);
    const y = Math.floor(i / columns) * (h + PAD);
    const image = pictures[i];
    if (image) paint.drawImage(image, x, y, w, h);
    const sharp = new Texture({ source: base.source, frame: new Rectangle(x, y, w, h) });
    if (!blur) {
      items.set(entry.id, { sharp, soft: sharp, softRatio: 1 });
      return;
    }
    const from = blurCell(blur, entry.id);
    const sx = (i % softColumns) * (softW + PAD);
    const sy = softTop + Math.floor(i / softColumns) * (softH + PAD);
    paint.drawImage(blur.image, from.x, from.y, from.w, from.h, sx, sy, softW, softH);
    const soft = new Texture({ source: base.source, frame: new Rectangle(sx, sy, softW, softH) });
    items.set(entry.id, { sharp, soft, softRatio: blur.cell.w / blur.item.w });
  });
  base.source.update();
  return {
    item: (def) => items.get(def),
    destroy() {
      for (const { sharp, soft } of items.values()) {
        sharp.destroy(false);
        if (soft !== sharp) soft.destroy(false);
      }
      items.clear();
      base.destroy(true);
    },
  };
}
