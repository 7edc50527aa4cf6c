/**
 * Build-time motion blur: one picture an axis with a small blurred copy of every item. A reel cross-fades to it, so
 * nothing is filtered at run time.
 */
export type BlurAxis = "x" | "y";

/** /art/blur.json: cells in rows of `columns`, cell index = item id − 1, the item centred in its padded cell. */
export interface BlurGeometry {
  readonly columns: number;
  readonly cell: { readonly w: number; readonly h: number };
  readonly item: { readonly w: number; readonly h: number };
}

export interface BlurAtlas extends BlurGeometry {
  readonly image: CanvasImageSource;
}

export interface BlurCell {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function blurCell(geometry: BlurGeometry, def: number): BlurCell {
  const index = def - 1;
  const { w, h } = geometry.cell;
  return { x: (index % geometry.columns) * w, y: Math.floor(index / geometry.columns) * h, w, h };
}

const isSize = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "w" in value &&
  "h" in value &&
  Number(value.w) > 0 &&
  Number(value.h) > 0;

function isGeometry(value: unknown): value is BlurGeometry {
  if (typeof value !== "object" || value === null) return false;
  const { columns, cell, item } = value as Record<string, unknown>;
  return typeof columns === "number" && columns > 0 && isSize(cell) && isSize(item);
}

const atlases = new Map<BlurAxis, Promise<BlurAtlas | null>>();

/** Loaded once a page; null when it cannot be had, and then reels stay sharp. */
export function loadBlurAtlas(axis: BlurAxis): Promise<BlurAtlas | null> {
  const known = atlases.get(axis);
  if (known) return known;
  const loading = load(axis).catch(() => {
    atlases.delete(axis);
    return null;
  });
  atlases.set(axis, loading);
  return loading;
}

async function load(axis: BlurAxis): Promise<BlurAtlas> {
  const image = new Image();
  image.src = `/art/blur-${axis}.webp`;
  const [response] = await Promise.all([fetch("/art/blur.json"), image.decode()]);
  const geometry: unknown = await response.json();
  if (!isGeometry(geometry)) throw new Error("blur.json: unknown geometry");
  return { ...geometry, image };
}
