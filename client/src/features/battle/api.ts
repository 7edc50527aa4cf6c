/** The calls of battles. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import { type BattleMode, limits } from "../../protocol/gen.ts";
import type { RecordQuery } from "../../state/records.ts";

export type BattlePage = Api["BattlePage"];

export type NewBattle = Api["NewBattle"];

export interface BattleSetup {
  /** One box id a round. */
  readonly boxes: readonly number[];
  readonly seats: number;
  readonly mode: BattleMode;
  readonly private: boolean;
  /** The entry the player saw: refused when prices changed meanwhile. */
  readonly priceCents: number;
  /** A voucher (an arms-race card) that pays the entry up to its worth; left out for none. */
  readonly card?: string;
}

/** Of the backpack only what shows which items lie in it. */
export interface BagPage {
  readonly records: readonly Pick<Api["BagItem"], "id" | "atMs">[];
  readonly total: number;
}

export const finishedBattles = (current: number, size: number) =>
  api.get("/api/battle/list", { query: { status: "final", current, size } });
/** What the lobby shows: waiting and running. */
export const openBattles = () => api.get("/api/battle/list", { query: { size: 50 } });
export const myBattles = (current: number, size: number) => api.get("/api/battle/mine", { query: { current, size } });
export const viewBattle = (id: string, code: string) =>
  api.get("/api/battle/{id}", { path: { id }, query: { code: code || undefined } });
export const createBattle = (setup: BattleSetup, key: string) => api.post("/api/battle/create", setup, { key });
/** `voucher` is one of an arms race that pays the entry up to its worth; "" for none. */
export const joinBattle = (id: string, seat: number, code: string, priceCents: number, voucher: string, key: string) =>
  api.post(
    "/api/battle/{id}/join",
    { seat, code, priceCents, ...(voucher !== "" && { card: voucher }) },
    { path: { id }, key },
  );
export const leaveBattle = (id: string, key: string) => api.post("/api/battle/{id}/leave", {}, { path: { id }, key });
/** Seat −1 puts a bot on every free seat. */
export const addBots = (id: string, seat: number, key: string) =>
  api.post("/api/battle/{id}/bots", { seat }, { path: { id }, key });
export const battleAgain = (id: string, key: string) => api.post("/api/battle/{id}/again", {}, { path: { id }, key });
/** By public name or spread code. */
export const invitePlayer = (id: string, player: string) =>
  api.post("/api/battle/{id}/invite", { player }, { path: { id } });
/** All players who are there; once a minute. */
export const inviteAll = (id: string) => api.post("/api/battle/{id}/invite/all", {}, { path: { id } });
/** The same as records. */
export const battleRecords = ({ kind: state, ...query }: RecordQuery) =>
  api.get("/api/battle/mine", { query: { ...query, state: state as "won" | "lost" | undefined } });
/** What lies in the backpack, newest first. */
export const backpack = (current: number) =>
  api.get("/api/personal/center/back/pack", { query: { current, size: limits.pageSizeMax, type: 1 } });
