/**
 * A proof beside what this browser asked for and was shown. The arithmetic of a proof can hold for a question that
 * no request came: only the requesting device can tell (docs/fairness.md, "The device's own seed").
 */
import type { Bundle, ResultProof } from "./bundle.ts";
import { resultId, soloScope } from "./scope.ts";
import type { Difference, OwnPart, Verdict } from "./verdict.ts";

/** The terms of an upgrade, as its request names them: cents of gems, units of 10⁻⁸ of 1. */
export interface AskedUpgrade {
  /** Ids. */
  readonly items: readonly string[];
  readonly gemsCents: number;
  readonly target: number;
  readonly targetCents: number;
  readonly rateE8: number;
  readonly startE8: number;
}

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
  /** Of an upgrade: what its result follows from beside the draw. */
  readonly upgrade?: AskedUpgrade;
  readonly atMs: number;
  /** The ids that the answer gave; none without an answer. */
  readonly results: readonly string[];
  /** The server refused it: nothing was drawn. */
  readonly refused: boolean;
}

/**
 * Whose a draw is, as far as this browser knows: asked for here, asked for here by other values and without an answer,
 * of another player, or nothing of it is kept here.
 */
export type Whose = "same" | "unanswered" | "foreign" | "unkept";

export interface Own {
  /** null: a proof of a room, for which no device makes a seed. */
  readonly whose: Whose | null;
  /** What was held against the request and is no other. */
  readonly held: readonly OwnPart[];
  readonly differs: readonly Difference[];
  /** Where the proof is not what was asked for without an answer: another device may have drawn it. */
  readonly doubts: readonly Difference[];
}

const NOTHING = { held: [], differs: [], doubts: [] } as const;
const ROOM: Own = { whose: null, ...NOTHING };

/** `player` is who is logged in, "" for a visitor; `wanted` the id by which the proof was asked for, "" for a file. */
export function compareOwn(b: Bundle, kept: readonly Asked[], player: string, wanted: string): Own {
  const [result] = b.results;
  if ((b.kind !== "box" && b.kind !== "upgrade") || !result) return ROOM;
  const of = String(result.player);
  const answered =
    kept.findLast(({ results }) => wanted !== "" && results.includes(wanted)) ??
    kept.findLast((one) => one.results.length > 0 && covers(one, b, result));
  if (answered) return { whose: "same", ...compare(answered, b, result, wanted), doubts: [] };
  // Without an answer another device may have drawn the nonce: what differs is then no proof against the house.
  const open = kept.filter((one) => covers(one, b, result)).map((one) => compare(one, b, result, ""));
  const asked = open.findLast(({ differs }) => differs.length === 0);
  if (asked) return { whose: "same", ...asked, doubts: [] };
  const other = open.at(-1);
  if (other) return { ...NOTHING, whose: "unanswered", doubts: other.differs };
  return { whose: player === "" || player === of ? "unkept" : "foreign", ...NOTHING };
}

const covers = ({ player, epoch, n, count }: Asked, b: Bundle, r: ResultProof): boolean =>
  player === String(r.player) && epoch === b.epoch && n !== null && n <= r.n && r.n < n + count;

function compare(one: Asked, b: Bundle, r: ResultProof, wanted: string): Pick<Own, "held" | "differs"> {
  const held: OwnPart[] = [];
  const differs: Difference[] = [];
  const hold = (what: OwnPart, yours: string, theirs: string) => {
    if (yours === theirs) held.push(what);
    else differs.push({ what, yours, theirs });
  };
  if (one.n !== null && one.player !== "") {
    const n = wanted === "" ? r.n : one.n + Math.max(0, one.results.indexOf(wanted));
    hold("draw", resultId(soloScope(Number(one.player), one.epoch), n), b.resultID);
    hold("commit", one.commit, b.commit);
  }
  hold("seed", one.userSeed, r.userSeed);
  if (one.upgrade) {
    const theirs = b.upgrade && { ...b.upgrade, items: b.upgrade.items.map(({ id }) => id) };
    hold("terms", termsText(one.upgrade), theirs ? termsText(theirs) : b.kind);
  }
  if (one.oddsHash !== "") hold("odds", one.oddsHash, r.oddsHash);
  const stake = /^stake-cents=(\d+)$/m.exec(b.log?.leaf ?? "")?.[1];
  // What was paid in no gems is 0 in the log whatever it was.
  if (stake !== undefined && (one.stakeCents > 0 || stake !== "0"))
    hold("price", inGems(one.stakeCents), inGems(Number(stake)));
  return { held, differs };
}

/** One line of an upgrade's terms: items + gems → target (its price), rate @ start of the section. */
const termsText = ({ items, gemsCents, target, targetCents, rateE8, startE8 }: AskedUpgrade): string =>
  `${[...items].sort().join(" ")} + ${inGems(gemsCents)} → ${target} (${inGems(targetCents)}), ` +
  `${inPercent(rateE8)} @ ${inPercent(startE8)}`;

const inPercent = (e8: number): string => `${e8 / 1e6}%`;

const inGems = (cents: number): string => (cents / 100).toFixed(2);

/** A sound proof that is not what was asked for is told as such; one that does not hold stays refused. */
export function withOwn(judged: Verdict, { differs }: Pick<Own, "differs">): Verdict {
  if (judged.state === "refused" || differs.length === 0) return judged;
  return { ...judged, state: "differs", differs: [...judged.differs, ...differs] };
}
