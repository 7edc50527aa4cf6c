/**
 * What this browser asked of each draw of its own (docs/fairness.md, "The device's own seed"). A record is written
 * before the request goes out: the seed that the device made after the commitment was shown, and what the player was
 * shown. A seed belongs to its epoch until a result takes it, whatever nonce the house names: a lost answer, a refusal
 * and a reload ask the same question again. The verify page holds proofs against these records.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Asked, AskedUpgrade } from "../fairness/mine.ts";
import { nonceMax } from "../fairness/scope.ts";
import { serverNow } from "../net/clock.ts";
import { ApiError, api, refusalData } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { errorCode } from "../protocol/gen.ts";
import { isOutcomeUnknown } from "./intent.ts";
import { keys, queryClient } from "./query.ts";
import { loadUser, useLoggedIn, useSession } from "./session.ts";
import { isUserSeed, randomUserSeed } from "./user-seed.ts";

export type Seed = Api["Seeds"];

/** The commitment that the next draw of this player is made under. */
export const seedQuery = queryOptions({
  queryKey: keys.seed,
  queryFn: ({ signal }) => api.get("/api/fair/seed", { signal }),
});

/** Keeps the commitment at hand where draws are offered, so that it is here before a draw asks for it. */
export function useCommitment(): void {
  useQuery({ ...seedQuery, enabled: useLoggedIn() });
}

const STORED = "ownDraws";
/** Some 400 bytes each; the oldest go. */
export const KEPT_MOST = 300;
/** By player: a seed that the player chose, in place of the device's. */
const CHOSEN = "ownSeeds";

/** What a paid request says that it was shown, and by which seed it is drawn. */
export interface Sent {
  readonly userSeed: string;
  readonly commit: string;
}

/** What is asked for. */
export interface Terms {
  readonly count: number;
  /** Of the table that was shown; "" where there is none, as of an upgrade. */
  readonly oddsHash: string;
  /** What the public log will say of one draw; 0 where no gems are paid. */
  readonly stakeCents: number;
  readonly upgrade?: AskedUpgrade;
}

/** What an answer says of the draws that were made; one of a claim names no nonces. */
export interface Taken {
  readonly results: readonly { readonly resultId: string; readonly n?: number }[];
  readonly next?: Api["NextDraw"];
}

/** Where nothing can be stored, this page remembers. */
let unsaved: readonly Asked[] | null = null;
let unsavedChoice: Readonly<Record<string, unknown>> | null = null;
/**
 * By player and key: what went out from this page and has no outcome. The key lives as long as the page, so its record
 * must too: site data that is cleared in another tab would give the same key another seed, which the server refuses.
 */
const going = new Map<string, Asked>();
const goingKey = (key: string, player: string): string => `${player} ${key}`;

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

const isAsked = (one: Partial<Asked> | null): one is Asked =>
  typeof one?.userSeed === "string" &&
  isUserSeed(one.userSeed) &&
  typeof one.commit === "string" &&
  Array.isArray(one.results) &&
  (one.upgrade === undefined || Array.isArray(one.upgrade?.items));

/** Everything that is kept, the oldest first. */
export function ownDraws(): readonly Asked[] {
  const list = unsaved ?? stored(STORED);
  return Array.isArray(list) ? list.filter(isAsked) : [];
}

function keep(list: readonly Asked[]): void {
  const newest = list.slice(-KEPT_MOST);
  try {
    localStorage.setItem(STORED, JSON.stringify(newest));
    unsaved = null;
  } catch {
    unsaved = newest;
  }
}

/** Who is logged in; "" for a visitor, and where the server does not say it. */
export async function ownId(): Promise<string> {
  if (useSession.getState().user === null) await loadUser();
  return useSession.getState().user?.id ?? "";
}

const choices = (): Readonly<Record<string, unknown>> =>
  unsavedChoice ?? ((stored(CHOSEN) ?? {}) as Readonly<Record<string, unknown>>);

/** The seed that a player chose on this device; "" lets the device make one for each draw. */
export function chosenSeed(player: string): string {
  const seed = choices()[player];
  return typeof seed === "string" && isUserSeed(seed) ? seed : "";
}

/** What was refused before is asked by the choice; what may have been drawn keeps its seed. */
export function chooseSeed(player: string, seed: string): void {
  const { [player]: _, ...others } = choices();
  const chosen = seed === "" ? others : { ...others, [player]: seed };
  try {
    localStorage.setItem(CHOSEN, JSON.stringify(chosen));
    unsavedChoice = null;
  } catch {
    unsavedChoice = chosen;
  }
  keep(ownDraws().filter((one) => one.player !== player || !one.refused));
}

const isOpen = (one: Asked): boolean => one.results.length === 0 && !one.refused;

/** The nonce after the last that a request asks for. */
const end = ({ n, count }: Asked): number => (n ?? 0) + count;

/**
 * A question of this epoch without a result, or null: it stays the question, whatever nonce the house names next. Its
 * seed is done with once a result of the epoch lies behind the last nonce that it could have drawn.
 */
function questionOf(list: readonly Asked[], player: string, epoch: number): Asked | null {
  const mine = list.filter((one) => one.player === player && one.epoch === epoch && one.n !== null);
  const drawnTo = Math.max(0, ...mine.filter(({ results }) => results.length > 0).map(end));
  return mine.findLast((one) => one.results.length === 0 && end(one) > drawnTo) ?? null;
}

/** The record of a request: the one that is there, or a new one for the nonce that is next. */
async function ask(key: string, { count, oddsHash, stakeCents, upgrade }: Terms): Promise<Asked> {
  const player = await ownId();
  if (player === "") throw new ApiError(0, ""); // a record without a player would never be found
  const known = () =>
    ownDraws().find((one) => one.key === key && one.player === player && isOpen(one)) ??
    going.get(goingKey(key, player));
  const before = known();
  if (before) return before;
  const next = await queryClient.fetchQuery({ ...seedQuery, staleTime: Number.POSITIVE_INFINITY });
  const { epoch, nonce: n, commit } = next;
  const meanwhile = known(); // the second of two clicks
  if (meanwhile) return meanwhile;
  const list = ownDraws();
  const waiting = questionOf(list, player, epoch);
  // A choice is for what was refused: what may have been drawn keeps its seed, also behind a later refusal.
  const open = questionOf(
    list.filter((one) => !one.refused),
    player,
    epoch,
  );
  const userSeed = open?.userSeed || chosenSeed(player) || waiting?.userSeed || randomUserSeed();
  const asked: Asked = {
    ...{ key, player, epoch, n, count, commit, userSeed, oddsHash, stakeCents },
    ...(upgrade && { upgrade }),
    atMs: serverNow(),
    results: [],
    refused: false,
  };
  keep([...list.filter((one) => one !== waiting || isOpen(one) || end(one) > n + count), asked]);
  going.set(goingKey(key, player), asked);
  return asked;
}

/** What became of a request; its record is written anew where it was cleared meanwhile. */
function change(asked: Asked, to: Partial<Asked>): void {
  const { key, player } = asked;
  const isIt = (one: Asked) => one.key === key && one.player === player;
  going.delete(goingKey(key, player));
  const list = ownDraws();
  keep(
    list.some(isIt)
      ? list.map((one) => (isIt(one) && isOpen(one) ? { ...one, ...to } : one))
      : [...list, { ...asked, ...to }],
  );
}

/** The key of a claim, whose request has none: the server knows it by the player, the box and its time. */
export const claimKey = (box: number): string => `claim:${box}:${new Date(serverNow()).toISOString().slice(0, 10)}`;

const isChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === errorCode.priceChanged;

/**
 * The epoch had too few nonces left: the next one draws, and its commitment is to be shown first. Only then is the same
 * asked for again by another seed, once: a house that refuses what it does not like gets no second throw.
 */
const isUsedUp = (error: unknown, { n, count }: Asked): boolean =>
  isChanged(error) && refusalData(error, errorCode.priceChanged)?.field === "commit" && (n ?? 0) + count > nonceMax;

/**
 * Makes a draw of the player's own: by this device's seed, under the commitment that it was shown. `key` is that of the
 * request, the same while its outcome is unknown. `call` gets the odds hash of the question, too: a caller that asks
 * again by the same key asks by the table of its record, whatever the page shows by now.
 */
export async function ownDraw<T>(
  key: string,
  terms: Terms,
  call: (sent: Sent, oddsHash: string) => Promise<T>,
  taken: (answer: T) => Taken,
): Promise<T> {
  const once = async (again: boolean): Promise<T> => {
    const asked = await ask(key, terms);
    try {
      const answer = await call({ userSeed: asked.userSeed, commit: asked.commit }, asked.oddsHash);
      drawn(asked, taken(answer));
      return answer;
    } catch (error) {
      if (!isOutcomeUnknown(error)) {
        change(asked, { refused: true });
        if (isChanged(error)) await queryClient.invalidateQueries({ queryKey: keys.seed });
        if (again && isUsedUp(error, asked)) return once(false);
      }
      throw error;
    }
  };
  return once(true);
}

function drawn(asked: Asked, { results, next }: Taken): void {
  change(asked, { n: results[0]?.n ?? null, results: results.map(({ resultId }) => resultId) });
  const known = queryClient.getQueryData(seedQuery.queryKey);
  if (next && known?.epoch === next.epoch) {
    queryClient.setQueryData(seedQuery.queryKey, { ...known, nonce: next.nonce, nextServerHash: next.serverHash });
  } else void queryClient.invalidateQueries({ queryKey: keys.seed });
}
