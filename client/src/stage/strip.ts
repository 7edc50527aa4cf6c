/**
 * The entries that pass under the marker. Filled from the published tickets of the box and from nothing else, so that
 * what a player sees go by is what the box holds, in its true proportions; the result is put at its place. Seeded by
 * the result id: the same result always shows the same strip, live, after a refresh and in a replay.
 */
import { REEL_ENTRIES, REEL_RESULT_INDEX, type ReelPlan } from "./reel-time.ts";

export interface StripOdds {
  readonly def: number;
  /** Of 2^24, as published with the box. */
  readonly tickets: number;
}

/** FNV-1a over UTF-16 units, finished so that near seeds give far states. */
export function seedOf(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 2246822507);
  h = Math.imul(h ^ (h >>> 13), 3266489909);
  return (h ^ (h >>> 16)) >>> 0;
}

/** mulberry32: enough for pictures, never for results. */
export function pictureRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface StripRequest {
  readonly resultId: string;
  readonly odds: readonly StripOdds[];
  /** Undefined while the result is not known: the place keeps a drawn entry. */
  readonly resultDef: number | undefined;
  readonly count?: number;
  readonly resultIndex?: number;
}

/** Item definitions in strip order. Throws when the box publishes no tickets: there is nothing true to show. */
export function buildStrip(request: StripRequest): number[] {
  const { odds, resultId, resultDef, count = REEL_ENTRIES, resultIndex = REEL_RESULT_INDEX } = request;
  let total = 0;
  for (const entry of odds) total += entry.tickets;
  if (total <= 0) throw new Error("strip: odds without tickets");
  const random = pictureRandom(seedOf(resultId));
  const strip: number[] = [];
  for (let i = 0; i < count; i++) {
    // Drawn for the result's place too, so that learning the result changes this one entry and no other.
    let ticket = random() * total;
    let def = 0;
    for (const entry of odds) {
      if (entry.tickets > 0) def = entry.def;
      ticket -= entry.tickets;
      if (ticket < 0) break;
    }
    strip.push(def);
  }
  if (resultDef !== undefined) strip[resultIndex] = resultDef;
  return strip;
}

/** The spin of a strip built by `buildStrip`; the landing offset comes from the result id as well. */
export function reelPlanFor(resultId: string, spinMs: number, settleMs: number): ReelPlan {
  const random = pictureRandom(seedOf(`${resultId}/landing`));
  return {
    count: REEL_ENTRIES,
    stopIndex: REEL_RESULT_INDEX,
    laps: 1,
    offset: (random() - 0.5) * 0.68,
    spinMs,
    settleMs,
  };
}
