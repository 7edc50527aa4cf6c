/** What a player puts together before creating a battle. Pure. */
import type { BattleMode } from "../../protocol/gen.ts";
import { limits } from "../../protocol/gen.ts";

/** docs/rules.md: 1–15 boxes, one round each. */
export const BOXES_MAX = 15;

export interface Draft {
  /** Box id → how many rounds, in the order they were chosen. */
  readonly boxes: ReadonlyMap<number, number>;
  readonly seats: number;
  readonly mode: BattleMode;
  readonly private: boolean;
}

export const emptyDraft: Draft = { boxes: new Map(), seats: limits.seatsMin, mode: "normal", private: false };

export const roundsOf = (draft: Draft): number[] =>
  [...draft.boxes].flatMap(([id, n]) => new Array<number>(n).fill(id));

/** Adds (+1) or takes away (−1) one round of a box; what the rules forbid changes nothing. */
export function withBox(draft: Draft, id: number, step: 1 | -1): Draft {
  const count = (draft.boxes.get(id) ?? 0) + step;
  if (count < 0 || (step > 0 && roundsOf(draft).length >= BOXES_MAX)) return draft;
  const boxes = new Map(draft.boxes);
  if (count === 0) boxes.delete(id);
  else boxes.set(id, count);
  return { ...draft, boxes };
}

/** 2v2 needs four seats: choosing it fills them, leaving four seats leaves it. */
export const withMode = (draft: Draft, mode: BattleMode): Draft => ({
  ...draft,
  mode,
  seats: mode === "teams" ? 4 : draft.seats,
});

export const withSeats = (draft: Draft, seats: number): Draft => ({
  ...draft,
  seats,
  mode: draft.mode === "teams" && seats !== 4 ? "normal" : draft.mode,
});

/** Entry of a seat, and the true average return in ppm; null until the odds of every chosen box are known. */
export function entryOf(
  draft: Draft,
  moneyOf: (id: number) => { readonly priceCents: number; readonly expectedCents?: number | undefined } | undefined,
): { readonly entryCents: number; readonly returnPpm: number | null } {
  let entryCents = 0;
  let expectedCents: number | null = 0;
  for (const [id, count] of draft.boxes) {
    const box = moneyOf(id);
    entryCents += (box?.priceCents ?? 0) * count;
    if (box?.expectedCents === undefined) expectedCents = null;
    else if (expectedCents !== null) expectedCents += box.expectedCents * count;
  }
  const known = expectedCents !== null && entryCents > 0;
  return { entryCents, returnPpm: known ? Math.round(((expectedCents ?? 0) * 1e6) / entryCents) : null };
}
