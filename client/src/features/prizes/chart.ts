export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where numbers of 0 … 1 stand in a frame, from left to right; one alone stands at the left. */
export function pointsOf(rates: readonly number[], { left, top, width, height }: Frame): [number, number][] {
  const step = rates.length > 1 ? width / (rates.length - 1) : 0;
  return rates.map((rate, i) => [left + i * step, top + (1 - rate) * height]);
}
