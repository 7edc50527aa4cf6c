/**
 * The shape of the wish tree, drawn from arithmetic: where its leaves are and where lanterns hang. Pure and the same on
 * every page: no two players see two trees.
 */

export const TREE = { width: 1200, height: 584 } as const;

interface Lobe {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly leaves: number;
}

/** The clouds of leaves, from the left to the right. */
export const LOBES: readonly Lobe[] = [
  { x: 190, y: 250, rx: 170, ry: 92, leaves: 120 },
  { x: 395, y: 150, rx: 200, ry: 108, leaves: 165 },
  { x: 620, y: 112, rx: 230, ry: 112, leaves: 200 },
  { x: 838, y: 158, rx: 200, ry: 108, leaves: 165 },
  { x: 1020, y: 256, rx: 165, ry: 92, leaves: 120 },
];

/** Trunk and branches: a line and how thick it is. */
export const BRANCHES: readonly (readonly [path: string, width: number])[] = [
  ["M604 560C596 470 612 402 604 330C598 276 612 232 620 150", 40],
  ["M606 430C560 362 470 330 380 236C352 208 340 190 336 160", 24],
  ["M604 400C660 340 752 318 830 246C858 220 872 196 876 168", 22],
  ["M470 326C380 300 286 304 204 262C176 248 160 240 146 226", 15],
  ["M752 318C830 294 922 302 1006 266C1034 254 1050 244 1064 230", 14],
  ["M604 340C570 270 520 220 488 150", 12],
  ["M610 330C650 262 700 214 728 150", 12],
  ["M590 532C566 548 540 552 504 552", 12],
  ["M618 532C644 548 672 552 706 552", 12],
];

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** A number in 0 … 1 that looks like chance and never changes. */
function scatter(i: number): number {
  const v = Math.sin(i * 127.1 + 311.7) * 43_758.5453;
  return v - Math.floor(v);
}

export const SHADES = 4;

/** One path for each shade, dark to light: a leaf is two curves. Few nodes, however many leaves. */
export function leafPaths(): readonly string[] {
  const paths: string[] = Array.from({ length: SHADES }, () => "");
  let n = 0;
  for (const { x, y, rx, ry, leaves } of LOBES) {
    for (let i = 0; i < leaves; i++, n++) {
      const angle = i * GOLDEN_ANGLE;
      const far = Math.sqrt((i + 0.5) / leaves) * (0.86 + 0.3 * scatter(n));
      const at = { x: x + rx * far * Math.cos(angle), y: y + ry * far * Math.sin(angle) };
      // Light comes from above: leaves at the top are the light ones.
      const height = 0.5 - (at.y - y) / (2.3 * ry);
      const shade = Math.min(SHADES - 1, Math.max(0, Math.floor((height * 0.75 + scatter(n + 7) * 0.45) * SHADES)));
      paths[shade] += leaf(at.x, at.y, 8 + 8 * scatter(n + 3), scatter(n + 5) * Math.PI * 2);
    }
  }
  return paths;
}

function leaf(x: number, y: number, size: number, angle: number): string {
  const [dx, dy] = [Math.cos(angle) * size, Math.sin(angle) * size];
  const [bx, by] = [-dy * 0.5, dx * 0.5];
  const p = (px: number, py: number) => `${Math.round(px)} ${Math.round(py)}`;
  return (
    `M${p(x - dx, y - dy)}Q${p(x + bx, y + by)} ${p(x + dx, y + dy)}` + `Q${p(x - bx, y - by)} ${p(x - dx, y - dy)}Z`
  );
}

/** Points of light among the leaves. */
export function fireflies(
  count: number,
): readonly { readonly x: number; readonly y: number; readonly delay: number }[] {
  return Array.from({ length: count }, (_, i) => ({
    x: Math.round(60 + scatter(i + 41) * (TREE.width - 120)),
    y: Math.round(50 + scatter(i + 83) * (TREE.height - 150)),
    delay: Math.round(scatter(i + 17) * 6000),
  }));
}

export interface Hook {
  /** Share of the tree's width. */
  readonly x: number;
  /** Where the lantern begins, share of the height. */
  readonly y: number;
  /** Length of its thread, share of the height. */
  readonly thread: number;
  /** The first ones hang on a narrow screen, too. */
  readonly order: number;
}

/** Hooks in the order in which they are used, so that few lanterns stand well, too. */
const HOOKS: readonly Omit<Hook, "order">[] = [
  { x: 0.37, y: 0.46, thread: 0.2 },
  { x: 0.64, y: 0.47, thread: 0.2 },
  { x: 0.1, y: 0.55, thread: 0.14 },
  { x: 0.905, y: 0.56, thread: 0.14 },
  { x: 0.235, y: 0.62, thread: 0.28 },
  { x: 0.775, y: 0.63, thread: 0.28 },
];

export const LANTERNS_MAX = HOOKS.length;

/** Where so many lanterns hang, from the left to the right. */
export const hooks = (count: number): readonly Hook[] =>
  HOOKS.slice(0, Math.min(count, LANTERNS_MAX))
    .map((hook, order) => ({ ...hook, order }))
    .sort((a, b) => a.x - b.x);
