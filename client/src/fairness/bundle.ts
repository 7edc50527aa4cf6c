import * as v from "valibot";
import { badInput } from "./input.ts";

const lengthMax = 1 << 20;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.string();

const beacon = v.strictObject({
  source: text,
  round: count,
  value: text,
  proof: v.strictObject({ link: text, anchorRound: count, anchor: text, signature: text }),
});

const logProof = v.strictObject({
  leaf: text,
  index: count,
  treeSize: count,
  proof: v.array(text),
  checkpoint: text,
  publicKey: text,
});

const oddsProof = v.strictObject({
  boxID: count,
  version: count,
  entries: v.array(v.strictObject({ item: count, name: text, weight: count, valueCents: count })),
  hash: text,
});

const resultProof = v.strictObject({
  n: count,
  seat: count,
  player: count,
  userSeed: text,
  serverSeed: text,
  serverHash: text,
  resultHash: text,
  v: count,
  number: text,
  oddsHash: text,
  item: count,
  startSection: count,
  endSection: count,
});

const battleProof = v.strictObject({
  mode: text,
  seats: count,
  rounds: count,
  totals: v.array(count),
  winners: v.array(count),
  tie: v.nullable(v.strictObject({ seats: v.array(count), winner: count })),
});

const rollProof = v.strictObject({
  prizes: count,
  entrants: count,
  winners: v.array(v.strictObject({ place: count, player: count, weight: count, prize: count })),
});

const upgradeProof = v.strictObject({
  items: v.array(v.strictObject({ id: text, def: count, valueCents: count })),
  gemsCents: count,
  target: count,
  targetCents: count,
  drawPPM: count,
  leastPPM: count,
  rateE8: count,
  startE8: count,
  won: v.boolean(),
});

const rainProof = v.strictObject({
  root: text,
  claims: v.array(v.strictObject({ place: count, player: count, valueCents: count })),
  opening: v.nullable(v.strictObject({ index: count, size: count, value: count, salt: text, proof: v.array(text) })),
});

const luckycardProof = v.strictObject({
  root: text,
  flips: v.array(v.strictObject({ place: count, player: count, card: count })),
  before: v.optional(v.array(count)),
  opening: v.nullable(v.strictObject({ index: count, size: count, value: count, salt: text, proof: v.array(text) })),
});

const wishProof = v.strictObject({
  bottles: count,
  serverSeed: text,
  serverHash: text,
  hash: text,
  window: count,
  rehashes: count,
  bottle: count,
  player: count,
});

/** What only one kind has: the part of the kind is there and no other; a box has none. */
const parts = {
  battle: v.optional(battleProof),
  roll: v.optional(rollProof),
  upgrade: v.optional(upgradeProof),
  rain: v.optional(rainProof),
  wish: v.optional(wishProof),
  luckycard: v.optional(luckycardProof),
};

const bundle = v.strictObject({
  format: text,
  kind: text,
  resultID: text,
  scope: text,
  epoch: count,
  commit: text,
  key: text,
  beacon,
  context: v.strictObject({ leaf: text, hash: text }),
  log: v.nullable(logProof),
  odds: v.array(oddsProof),
  results: v.array(resultProof),
  ...parts,
});

export type LogProof = v.InferOutput<typeof logProof>;
export type ResultProof = v.InferOutput<typeof resultProof>;
export type BattleProof = v.InferOutput<typeof battleProof>;
export type UpgradeProof = v.InferOutput<typeof upgradeProof>;
export type RainProof = v.InferOutput<typeof rainProof>;
export type WishProof = v.InferOutput<typeof wishProof>;
export type LuckycardProof = v.InferOutput<typeof luckycardProof>;
export type RollProof = v.InferOutput<typeof rollProof>;
/** Everything needed to verify one result offline; key is "" until it is revealed. */
export type Bundle = v.InferOutput<typeof bundle>;

/** The parts that only one kind has, by kind. */
export function bundleParts(b: Bundle): Record<string, unknown> {
  return Object.fromEntries(Object.keys(parts).map((kind) => [kind, b[kind as keyof typeof parts]]));
}

/** How many names stand in a text that is JSON: texts with a colon behind them. */
function namesIn(json: string): number {
  let names = 0;
  for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) if (colon !== undefined) names++;
  return names;
}

/** How many fields were read of it: of two with one name in one object only the last. */
function fieldsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + fieldsOf(inner), own);
}

/** Reads a bundle of at most 1 MiB; a field that is missing, unknown, mistyped or there twice throws. */
export function parseBundle(json: string): Bundle {
  if (json.length > lengthMax) badInput(`bundle of ${json.length} characters`);
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    badInput("bundle is not JSON");
  }
  if (namesIn(json) !== fieldsOf(raw)) badInput("bundle: a field is there twice");
  const parsed = v.safeParse(bundle, raw);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    badInput(`bundle: ${v.getDotPath(issue) ?? "document"}: ${issue.message}`);
  }
  return parsed.output;
}
