/** The calls of roll rooms. Every answer passes a Shape; money is integer cents. */
import { api } from "../../net/http.ts";
import { RollCard, RollEntrant, RollPrize, RollSnapshot } from "../../protocol/gen.ts";
import { i32, i64, list, nullable, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

/** A room in a list with what it was for the player. */
export interface RollRecord {
  readonly card: RollCard;
  readonly me: RollEntrant | null;
  readonly won: readonly RollPrize[];
}

const Extra = struct("RollRecord", { me: nullable(RollEntrant), won: list(RollPrize) });

/** The card's fields stand beside ours in one object. */
const RollRecord: Shape<RollRecord> = {
  fromJSON: (value, path) => ({ card: RollCard.fromJSON(value, path), ...Extra.fromJSON(value, path) }),
  fromTuple: () => {
    throw new TypeError("a roll record comes by HTTP only");
  },
  toTuple: () => {
    throw new TypeError("a roll record comes by HTTP only");
  },
};

export interface RollPage {
  readonly records: readonly RollRecord[];
  readonly total: number;
}
const RollPage: Shape<RollPage> = struct("RollPage", { records: list(RollRecord), total: i64 });

const Roster = struct("RollRoster", { records: list(RollEntrant), total: i64 });

const JoinedRoll = struct("JoinedRoll", { rollId: str, status: str });

/** Product spec §3 "Task item"; amount is what the player has done of it. */
export interface TaskItem {
  readonly id: number;
  readonly taskName: string;
  readonly amount: number | null;
  readonly target: number;
}
const TaskItem: Shape<TaskItem> = struct("TaskItem", {
  id: i32,
  taskName: str,
  amount: nullable(i64),
  target: i64,
});
/** The data of code 615. */
export const TaskItems = list(TaskItem);

/** Product spec §3: 0 official, 1 streamer. */
export type RollType = 0 | 1;

export const openRolls = (type: RollType | undefined) =>
  api.get("/api/roll/room/home/list", list(RollCard), { query: { type } });
export const homeRolls = () => api.get("/api/home/rooms", list(RollCard));
/** The rooms that the player has joined, as records. */
export const rollRecords = (query: RecordQuery) =>
  api.get("/api/roll/room/rooms", RollPage, { query: { scope: "mine", ...query } });
export const pageRolls = (scope: "ended" | "mine", current: number, size: number) =>
  api.get("/api/roll/room/rooms", RollPage, { query: { scope, current, size } });
export const joinedRolls = () => api.get("/api/roll/room/user/status", list(JoinedRoll));
export const viewRoll = (id: string, token: string) =>
  api.get(`/api/roll/room/${encodeURIComponent(id)}`, RollSnapshot, { query: { token: token || undefined } });
export const rosterOf = (id: string, current: number, size: number) =>
  api.get(`/api/roll/room/${encodeURIComponent(id)}/joined`, Roster, { query: { current, size } });
export const joinRoll = (roomId: string, spreadCode: string, vcode: string, key: string) =>
  api.post("/api/roll/room/join/room", { roomId, spreadCode, vcode }, RollSnapshot, { key });
