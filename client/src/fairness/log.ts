import { CanonReader } from "./canon.ts";
import { badInput, isLine } from "./input.ts";

/** A field that is one line of text. */
export function readLine(r: CanonReader, name: string): string {
  const value = r.text(name);
  if (!isLine(value)) badInput(`line ${name}`);
  return value;
}

/** How both leaves end: what the result was drawn from, and when. */
type DrawPart = {
  userSeed: string;
  serverSeed: string;
  serverHash: string;
  resultHash: string;
  v: number;
  ctx: string;
  beacon: string;
  atMS: number;
};

function readDraw(r: CanonReader): DrawPart {
  return {
    userSeed: readLine(r, "user-seed"),
    serverSeed: readLine(r, "server-seed"),
    serverHash: r.hash("server-hash"),
    resultHash: r.hash("result-hash"),
    v: r.int("v", 0, 0xffffffff),
    ctx: r.hash("ctx"),
    beacon: r.hash("beacon"),
    atMS: r.int("at-ms", 1),
  };
}

/** The log's record of one draw. */
export type ResultLeaf = DrawPart & {
  scope: string;
  n: number;
  seat: number;
  player: number;
  bot: boolean;
  box: number;
  oddsHash: string;
  stakeCents: number;
  item: number;
  valueCents: number;
};

/** Reads a result leaf; whatever differs from the canonical text by a byte throws. */
export function parseResultLeaf(leaf: string): ResultLeaf {
  const r = new CanonReader("BOX1/result", leaf);
  const record = {
    scope: readLine(r, "scope"),
    n: r.int("n"),
    seat: r.int("seat"),
    player: r.int("player", 1),
    bot: r.bool("bot"),
    box: r.int("box", 1),
    oddsHash: r.hash("odds"),
    stakeCents: r.int("stake-cents"),
    item: r.int("item", 1),
    valueCents: r.int("value-cents", 1),
    ...readDraw(r),
  };
  r.close();
  return record;
}

/** The log's record of one upgrade. */
export type UpgradeLeaf = DrawPart & {
  scope: string;
  n: number;
  player: number;
  bot: boolean;
  terms: string;
  stakeCents: number;
  target: number;
  targetCents: number;
  rateE8: number;
  startE8: number;
  won: boolean;
};

/** Reads an upgrade leaf as strictly as a result leaf. */
export function parseUpgradeLeaf(leaf: string): UpgradeLeaf {
  const r = new CanonReader("BOX1/upgrade", leaf);
  const record = {
    scope: readLine(r, "scope"),
    n: r.int("n"),
    player: r.int("player", 1),
    bot: r.bool("bot"),
    terms: r.hash("terms"),
    stakeCents: r.int("stake-cents", 1),
    target: r.int("target", 1),
    targetCents: r.int("target-cents", 1),
    rateE8: r.int("rate-e8", 1, 0xffffffff),
    startE8: r.int("start-e8", 0, 0xffffffff),
    won: r.bool("won"),
    ...readDraw(r),
  };
  r.close();
  return record;
}
