/** The calls of roll rooms. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RollEntrant, RollPrize, RollSummary } from "../../protocol/gen.ts";
import type { RecordQuery } from "../../state/records.ts";

/** A room in a list with what it was for the player. */
export interface RollRecord {
  readonly summary: RollSummary;
  readonly me: RollEntrant | null;
  readonly won: readonly RollPrize[];
}

export interface RollPage {
  readonly records: readonly RollRecord[];
  readonly total: number;
}

/** On the wire the fields of the summary stand beside the room's in one object. */
const apart = ({ records, ...page }: Api["RollPage"]): RollPage => ({
  ...page,
  records: records.map(({ me, won, ...summary }): RollRecord => ({ summary, me, won })),
});

/** Product spec §3 "Task item"; amount is what the player has done of it. */
export type TaskItem = Api["TaskItem"];

/** Product spec §3: 0 official, 1 streamer. */
export type RollType = 0 | 1;

export const openRolls = (type: RollType | undefined) => api.get("/api/roll/room/home/list", { query: { type } });
export const homeRolls = () => api.get("/api/home/rooms");
/** The rooms that the player has joined, as records. */
export const rollRecords = (query: RecordQuery) =>
  api.get("/api/roll/room/rooms", { query: { scope: "mine", ...query } }).then(apart);
export const pageRolls = (scope: "ended" | "mine", current: number, size: number) =>
  api.get("/api/roll/room/rooms", { query: { scope, current, size } }).then(apart);
export const joinedRolls = () => api.get("/api/roll/room/user/status");
export const viewRoll = (id: string, token: string) =>
  api.get("/api/roll/room/{id}", { path: { id }, query: { token: token || undefined } });
export const rosterOf = (id: string, current: number, size: number) =>
  api.get("/api/roll/room/{id}/joined", { path: { id }, query: { current, size } });
export const joinRoll = (roomId: string, spreadCode: string, vcode: string, key: string) =>
  api.post("/api/roll/room/join/room", { roomId, spreadCode, vcode }, { key });
