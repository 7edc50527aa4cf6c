/** The five sample upgrades of the story page. Made up and called so; prices are those of product spec §2. */
export interface Sample {
  readonly beforeCents: number;
  readonly afterCents: number;
  readonly startE8: number;
  readonly rateE8: number;
  readonly v: number;
  readonly won: boolean;
}

/** 0.92 × 188 / 388, to 0.01 %. */
const RATE_E8 = 44_580_000;
const sample = (startE8: number, v: number, won: boolean): Sample => ({
  beforeCents: 18_800,
  afterCents: 38_800,
  startE8,
  rateE8: RATE_E8,
  v,
  won,
});

export const SAMPLES: readonly Sample[] = [
  sample(0, 0x2a40c1, true),
  sample(25_000_000, 0x8f00a3, true),
  sample(0, 0xb80f5e, false),
  sample(70_000_000, 0x0c8e11, true),
  sample(50_000_000, 0x31f007, false),
];

interface Priced {
  readonly id: number;
  readonly priceCents: number;
}

/** Pictures for the samples: items whose prices come nearest to the samples', each item once. */
export function sampleDefs(goods: readonly Priced[]): readonly (readonly [left: number, right: number])[] {
  const used = new Set<number>();
  const near = (cents: number): number => {
    let best: Priced | undefined;
    for (const item of goods) {
      if (used.has(item.id)) continue;
      if (!best || Math.abs(item.priceCents - cents) < Math.abs(best.priceCents - cents)) best = item;
    }
    if (best) used.add(best.id);
    return best?.id ?? 0;
  };
  return SAMPLES.map(({ beforeCents, afterCents }) => [near(beforeCents), near(afterCents)] as const);
}
