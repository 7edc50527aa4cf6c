/** The calls of battles. Every answer passes a Shape; money is integer cents. */
import { api } from "../../net/http.ts";
import { BattleCard, type BattleMode, BattleSnapshot, limits } from "../../protocol/gen.ts";
import { i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

export interface BattlePage {
  readonly battles: readonly BattleCard[];
  readonly total: number;
}
const BattlePage: Shape<BattlePage> = struct("BattlePage", { battles: list(BattleCard), total: i64 });

export interface NewBattle {
  readonly battleId: string;
  readonly code: string;
}
const NewBattle: Shape<NewBattle> = struct("NewBattle", { battleId: str, code: str });

export interface BattleSetup {
  /** One box id a round. */
  readonly boxes: readonly number[];
  readonly seats: number;
  readonly mode: BattleMode;
  readonly private: boolean;
  /** The entry the player saw: refused when prices changed meanwhile. */
  readonly priceCents: number;
  /** An arms-race card that pays the entry up to its worth; left out for none. */
  readonly card?: string;
}

/** Of the backpack only what tells which items lie in it. */
export interface BagPage {
  readonly records: readonly { readonly id: string; readonly atMs: number }[];
  readonly total: number;
}
const BagPage: Shape<BagPage> = struct("BagPage", {
  records: list(struct("BagItem", { id: str, atMs: i64 })),
  total: i64,
});

const at = (id: string, action = "") => `/api/battle/${encodeURIComponent(id)}${action && `/${action}`}`;

export const finishedBattles = (current: number, size: number) =>
  api.get("/api/battle/list", BattlePage, { query: { status: "final", current, size } });
/** What the hall shows: waiting and running. */
export const openBattles = () => api.get("/api/battle/list", BattlePage, { query: { size: 50 } });
export const myBattles = (current: number, size: number) =>
  api.get("/api/battle/mine", BattlePage, { query: { current, size } });
export const viewBattle = (id: string, code: string) =>
  api.get(at(id), BattleSnapshot, { query: { code: code || undefined } });
export const createBattle = (setup: BattleSetup, key: string) =>
  api.post("/api/battle/create", setup, NewBattle, { key });
/** `card` is an arms-race card that pays the entry up to its worth; "" for none. */
export const joinBattle = (id: string, seat: number, code: string, priceCents: number, card: string, key: string) =>
  api.post(at(id, "join"), { seat, code, priceCents, ...(card !== "" && { card }) }, BattleSnapshot, { key });
export const leaveBattle = (id: string, key: string) => api.post(at(id, "leave"), {}, BattleSnapshot, { key });
/** Seat −1 puts a bot on every free seat. */
export const addBots = (id: string, seat: number, key: string) =>
  api.post(at(id, "bots"), { seat }, BattleSnapshot, { key });
export const battleAgain = (id: string, key: string) => api.post(at(id, "again"), {}, NewBattle, { key });
const Invited: Shape<{ readonly nextMs: number }> = struct("Invited", { nextMs: i64 });
/** By account name or spread code. */
export const invitePlayer = (id: string, player: string) => api.post(at(id, "invite"), { player }, Invited);
/** Everybody who is there; once a minute. */
export const inviteAll = (id: string) => api.post(at(id, "invite/all"), {}, Invited);
/** The same as records. */
export const battleRecords = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/battle/mine", BattlePage, { query: { ...query, state } });
/** What lies in the backpack, newest first. */
export const backpack = (current: number) =>
  api.get("/api/personal/center/back/pack", BagPage, { query: { current, size: limits.pageSizeMax, type: 1 } });
