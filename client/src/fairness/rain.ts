import { CanonReader, canonical } from "./canon.ts";
import { listHead } from "./committed.ts";
import { type Promised, readPromised } from "./context.ts";
import { at, badInput, quotient } from "./input.ts";
import { redPacket } from "./red-packet.ts";
import { rainScope } from "./scope.ts";
import { type Key, textHash } from "./seed.ts";
import { Stream } from "./stream.ts";

export const rainPacketsMax = 10_000;
export const rainClaimsMax = 100;

/** Everything the amounts of a rain are drawn from, fixed before the beacon value exists. */
export type RainContext = Promised & {
  room: number;
  poolCents: number;
  packets: number;
  leastCents: number;
  claimsMax: number;
  capCents: number;
};

/** A packet that was paid; place is that in the committed list. */
export type RainClaim = { place: number; player: number; valueCents: number };

export function parseRainContext(leaf: string): RainContext {
  const r = new CanonReader("BOX1/rain", leaf);
  const c = {
    room: r.int("room", 1),
    poolCents: r.int("pool-cents", 1),
    packets: r.int("packets", 1, rainPacketsMax),
    leastCents: r.int("least-cents", 1),
    claimsMax: r.int("claims-max", 1, rainClaimsMax),
    capCents: r.int("cap-cents"),
    ...readPromised(r),
  };
  r.close();
  if (quotient(c.poolCents, c.packets) < c.leastCents) badInput("pool of the rain");
  if (c.capCents < c.leastCents || c.capCents > c.poolCents) badInput("cap of the rain");
  return c;
}

/** The amounts in the committed order. */
export function drawRain(key: Key, c: RainContext, beacon: string, ctx: string): number[] {
  const stream = new Stream(key, "rain", { scope: rainScope(c.room), beacon, ctx });
  return redPacket(stream, c.poolCents, c.packets, c.leastCents);
}

/** What the end of a rain publishes of its claims. */
export function rainClaimsHash(claims: readonly RainClaim[]): string {
  return textHash(
    canonical(
      "BOX1/rain-claims",
      claims.map((c) => ["claim", `${c.place}:u${c.player}:${c.valueCents}`] as const),
    ),
  );
}

export function parseRainClaimLeaf(leaf: string) {
  const r = new CanonReader("BOX1/rain-claim", leaf);
  const record = {
    ...listHead(r),
    n: r.int("n"),
    player: r.int("player", 1),
    bot: r.bool("bot"),
    valueCents: r.int("value-cents", 1),
    atMS: r.int("at-ms", 1),
  };
  r.close();
  return record;
}

export function parseRainEndLeaf(leaf: string) {
  const r = new CanonReader("BOX1/rain-end", leaf);
  const record = {
    ...listHead(r),
    claimed: r.int("claimed"),
    paidCents: r.int("paid-cents"),
    claims: r.hash("claims"),
    atMS: r.int("at-ms", 1),
  };
  r.close();
  return record;
}

/** Throws where a player got more packets or gems than a player may, or all together more than the pool. */
export function checkRainCaps(c: RainContext, claims: readonly RainClaim[]): void {
  const of = new Map<number, { claims: number; cents: number }>();
  let paid = 0;
  for (const [i, claim] of claims.entries()) {
    const before = of.get(claim.player) ?? { claims: 0, cents: 0 };
    const now = { claims: before.claims + 1, cents: before.cents + claim.valueCents };
    of.set(claim.player, now);
    paid += claim.valueCents;
    if (now.claims > c.claimsMax || now.cents > c.capCents || paid > c.poolCents || at(claims, i).place >= c.packets) {
      badInput(`claim of packet ${claim.place} is beyond what may be claimed`);
    }
  }
}
