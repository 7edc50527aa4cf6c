/**
 * A proof beside what this browser asked for and was shown. The arithmetic of a proof can hold for a question that
 * nobody asked: only who asked can tell (docs/fairness.md, "The device's own seed").
 */
import type { Bundle, ResultProof } from "./bundle.ts";
import { resultId, soloScope } from "./scope.ts";
import type { Difference, Verdict } from "./verdict.ts";

/** One request for draws of a player's own, as it was kept before it went out. */
export interface Asked {
  /** Idempotency-Key of the request. */
  readonly key: string;
  /** "" where the page did not know yet who is logged in. */
  readonly player: string;
  readonly epoch: number;
  /** Nonce of the first draw: until the answer the one that was next, then the answer's; null where it names none. */
  readonly n: number | null;
  readonly count: number;
  readonly commit: string;
  readonly userSeed: string;
  /** Of the table that was shown; "" where there was none. */
  readonly oddsHash: string;
  /** Paid for one draw. */
  readonly stakeCents: number;
  readonly atMs: number;
  /** The ids that the answer gave; none without an answer. */
  readonly results: readonly string[];
  /** The server refused it: nothing was drawn. */
  readonly refused: boolean;
}

/** Whose a draw is, as far as this browser knows: asked for here, of somebody else, or nothing of it is kept here. */
export type Whose = "same" | "foreign" | "unkept";

export interface Own {
  /** null: a proof of a room, for which no device makes a seed. */
  readonly whose: Whose | null;
  readonly differs: readonly Difference[];
}

const ROOM: Own = { whose: null, differs: [] };

/** `player` is who is logged in, "" for a visitor; `wanted` the id by which the proof was asked for, "" for a file. */
export function compareOwn(b: Bundle, kept: readonly Asked[], player: string, wanted: string): Own {
  const [result] = b.results;
  if ((b.kind !== "box" && b.kind !== "upgrade") || !result) return ROOM;
  const of = String(result.player);
  const answered =
    kept.findLast(({ results }) => wanted !== "" && results.includes(wanted)) ??
    kept.findLast((one) => one.results.length > 0 && covers(one, b, result));
  if (answered) return { whose: "same", differs: differences(answered, b, result, wanted) };
  // Without an answer another device may have drawn the nonce: what differs then says nothing.
  const asked = kept.some((one) => covers(one, b, result) && differences(one, b, result, "").length === 0);
  if (asked) return { whose: "same", differs: [] };
  return { whose: player === "" || player === of ? "unkept" : "foreign", differs: [] };
}

const covers = ({ player, epoch, n, count }: Asked, b: Bundle, r: ResultProof): boolean =>
  player === String(r.player) && epoch === b.epoch && n !== null && n <= r.n && r.n < n + count;

function differences(one: Asked, b: Bundle, r: ResultProof, wanted: string): Difference[] {
  const list: Difference[] = [];
  const hold = (what: Difference["what"], yours: string, theirs: string) => {
    if (yours !== theirs) list.push({ what, yours, theirs });
  };
  if (one.n !== null && one.player !== "") {
    const n = wanted === "" ? r.n : one.n + Math.max(0, one.results.indexOf(wanted));
    hold("draw", resultId(soloScope(Number(one.player), one.epoch), n), b.resultID);
    hold("commit", one.commit, b.commit);
  }
  hold("seed", one.userSeed, r.userSeed);
  if (one.oddsHash !== "") hold("odds", one.oddsHash, r.oddsHash);
  const stake = /^stake-cents=(\d+)$/m.exec(b.log?.leaf ?? "")?.[1];
  if (stake !== undefined) hold("price", inGems(one.stakeCents), inGems(Number(stake)));
  return list;
}

const inGems = (cents: number): string => (cents / 100).toFixed(2);

/** A sound proof that is not what was asked for is told as such; one that does not hold stays refused. */
export function withOwn(judged: Verdict, { differs }: Own): Verdict {
  if (judged.state === "refused" || differs.length === 0) return judged;
  return { ...judged, state: "differs", differs: [...judged.differs, ...differs] };
}
