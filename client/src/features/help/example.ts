/**
 * An opening of BOX1 to play with: the project's own derivation with a secret and a public value that are made here.
 */
import { soloLeaf } from "../../fairness/context.ts";
import { numberOf, roll } from "../../fairness/number.ts";
import { Odds, weightUnit } from "../../fairness/odds.ts";
import { soloScope } from "../../fairness/scope.ts";
import { generateUserSeed, type Key, parseKey, serverHash, serverSeed, textHash } from "../../fairness/seed.ts";
import { RARITIES, type Rarity } from "../../ui/rarity.ts";

/** Most frequent first, as the line shows them. */
export const ORDER: readonly Rarity[] = [...RARITIES].reverse();
const SHARES = [0.42, 0.27, 0.15, 0.09, 0.045, 0.018, 0.007];

/** An item of each rarity, with the chance that the box would publish. */
export const ODDS = new Odds(
  1,
  1,
  ORDER.map((_, i) => ({ item: i + 1, weight: Math.round((SHARES[i] ?? 0) * weightUnit), valueCents: 100 * (i + 1) })),
);

/** One commitment with its public value: everything that is fixed before the player's seed comes in. */
export interface Pledge {
  readonly secret: string;
  readonly commit: string;
  readonly round: number;
  readonly beacon: string;
}

export interface Opening {
  readonly userSeed: string;
  readonly serverSeed: string;
  readonly resultHash: string;
  readonly v: number;
  readonly number: number;
  readonly rarity: Rarity;
}

const PLAYER = 1;
const EPOCH = 1;

const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const newUserSeed = (): string => generateUserSeed(crypto.getRandomValues(new Uint8Array(64)));

export function newPledge(round: number): Pledge {
  const secret = randomHex();
  return { secret, commit: parseKey(secret).commit, round, beacon: randomHex() };
}

function seedOf(key: Key, { commit, round, beacon }: Pledge, nonce: number): string {
  const leaf = soloLeaf({
    player: PLAYER,
    epoch: EPOCH,
    commit,
    beaconSource: "local",
    beaconRound: round,
    openedAtMS: 1,
  });
  return serverSeed(key, { scope: soloScope(PLAYER, EPOCH), beacon, ctx: textHash(leaf) }, nonce, 0);
}

/** What the player is shown before an opening. */
export const nextHash = (pledge: Pledge, nonce: number): string =>
  serverHash(seedOf(parseKey(pledge.secret), pledge, nonce));

export function open(pledge: Pledge, nonce: number, userSeed: string): Opening {
  const seed = seedOf(parseKey(pledge.secret), pledge, nonce);
  const { resultHash, v } = roll(userSeed, seed);
  const rarity = ORDER[ODDS.pick(v)] ?? "common";
  return { userSeed, serverSeed: seed, resultHash, v, number: numberOf(v), rarity };
}
