import { type BattleMode, battleRoundsMax, battleSeatsMax, checkBattleMode } from "./battle.ts";
import { CanonReader, canonical, type Line } from "./canon.ts";
import { badInput, isHash, isId } from "./input.ts";
import { checkUserSeed, seatMax } from "./seed.ts";

/** What every context fixes before the beacon value exists. */
export type Promised = { commit: string; beaconSource: string; beaconRound: number };

export type SoloContext = Promised & { player: number; epoch: number; openedAtMS: number };

export type Seat = { seat: number; player: number; userSeed: string; bot: boolean };

export type BattleContext = Promised & { room: number; mode: BattleMode; seats: Seat[]; oddsHashes: string[] };

export function soloLeaf(c: SoloContext): string {
  if (!isId(c.player) || !isId(c.epoch) || c.epoch > 0xffffffff || !isId(c.openedAtMS)) badInput("epoch-open");
  return canonical("BOX1/epoch-open", [
    ["player", c.player],
    ["epoch", c.epoch],
    ...promisedLines(c),
    ["opened-at-ms", c.openedAtMS],
  ]);
}

export function parseSoloContext(leaf: string): SoloContext {
  const r = new CanonReader("BOX1/epoch-open", leaf);
  const c = {
    player: r.int("player", 1),
    epoch: r.int("epoch", 1, 0xffffffff),
    ...readPromised(r),
    openedAtMS: r.int("opened-at-ms", 1),
  };
  r.close();
  return c;
}

export function battleLeaf(c: BattleContext): string {
  checkRoster(c);
  const lines: Line[] = [
    ["room", c.room],
    ["mode", c.mode],
    ["seats", c.seats.length],
  ];
  for (const s of c.seats) {
    lines.push(["seat", s.seat], ["player", s.player], ["user-seed", s.userSeed], ["bot", s.bot ? 1 : 0]);
  }
  lines.push(["rounds", c.oddsHashes.length]);
  for (const hash of c.oddsHashes) lines.push(["odds", hash]);
  return canonical("BOX1/roster", [...lines, ...promisedLines(c)]);
}

export function parseBattleContext(leaf: string): BattleContext {
  const r = new CanonReader("BOX1/roster", leaf);
  const room = r.int("room", 1);
  const mode = r.text("mode");
  const seats = Array.from({ length: r.int("seats", 0, battleSeatsMax) }, () => ({
    seat: r.int("seat", 0, seatMax),
    player: r.int("player", 1),
    userSeed: r.text("user-seed"),
    bot: r.bool("bot"),
  }));
  const oddsHashes = Array.from({ length: r.int("rounds", 0, battleRoundsMax) }, () => r.hash("odds"));
  const promised = readPromised(r);
  r.close();
  const c = { room, mode: checkBattleMode(mode, seats.length), seats, oddsHashes, ...promised };
  checkRoster(c);
  return c;
}

function checkRoster(c: BattleContext): void {
  if (!isId(c.room)) badInput("roster without room");
  checkBattleMode(c.mode, c.seats.length);
  c.seats.forEach((s, i) => {
    if (s.seat !== i || !isId(s.player)) badInput(`roster seat ${i}`);
    checkUserSeed(s.userSeed);
  });
  if (new Set(c.seats.map((s) => s.player)).size !== c.seats.length) badInput("a player is seated twice");
  if (c.oddsHashes.length === 0 || c.oddsHashes.length > battleRoundsMax || !c.oddsHashes.every(isHash)) {
    badInput("roster rounds");
  }
}

function promisedLines(p: Promised): Line[] {
  checkPromised(p);
  return [
    ["commit", p.commit],
    ["beacon-source", p.beaconSource],
    ["beacon-round", p.beaconRound],
  ];
}

export function readPromised(r: CanonReader): Promised {
  const p = { commit: r.hash("commit"), beaconSource: r.text("beacon-source"), beaconRound: r.int("beacon-round", 1) };
  checkPromised(p);
  return p;
}

function checkPromised(p: Promised): void {
  if (!isHash(p.commit) || !isId(p.beaconRound)) badInput("commit or beacon round");
  if (p.beaconSource !== "local" && p.beaconSource !== "drand") badInput(`beacon source ${p.beaconSource}`);
}
