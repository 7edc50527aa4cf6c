/**
 * Snow as a function of time: the same moment shows the same flakes, and a page that was hidden goes on without a jump.
 */
export interface Flake {
  /** Across, in widths of the screen. */
  readonly x: number;
  /** At time 0, in heights. */
  readonly y: number;
  readonly radiusPx: number;
  /** Heights a second. */
  readonly fall: number;
  /** How far it swings to each side, in px, and how often, in turns a second. */
  readonly swayPx: number;
  readonly swayHz: number;
}

const PER_MEGAPIXEL = 55;
const MOST = 140;

export const flakesFor = (width: number, height: number, random: () => number = Math.random): Flake[] =>
  Array.from({ length: Math.min(MOST, Math.round((width * height * PER_MEGAPIXEL) / 1e6)) }, () => {
    const near = random();
    return {
      x: random(),
      y: random(),
      radiusPx: 1 + 2.2 * near,
      fall: 0.03 + 0.05 * near,
      swayPx: 8 + 22 * random(),
      swayHz: 0.05 + 0.12 * random(),
    };
  });

/** Where a flake is after t seconds; it comes in above the screen and leaves below. */
export function flakeAt(flake: Flake, t: number, width: number, height: number): readonly [x: number, y: number] {
  const margin = flake.radiusPx * 2;
  const way = height + 2 * margin;
  const y = ((flake.y + flake.fall * t) % 1) * way - margin;
  return [flake.x * width + flake.swayPx * Math.sin(2 * Math.PI * (flake.x + flake.swayHz * t)), y];
}
