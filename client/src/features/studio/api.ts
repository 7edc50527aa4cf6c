/** The calls of a streamer's studio. Money is integer cents. */
import { api } from "../../net/http.ts";
import { RollCard, RollJoin, RollSnapshot } from "../../protocol/gen.ts";
import { i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";

const RollRows = struct("RollPage", { records: list(RollCard), total: i64 });

export interface RollSetup {
  readonly name: string;
  readonly description: string;
  readonly joinType: RollJoin;
  readonly password: string;
  readonly tasks: readonly { readonly kind: number; readonly target: number }[];
  readonly openAtMs: number;
  /** 0: as many as a room takes. */
  readonly joinMax: number;
  /** Ids of own items. */
  readonly items: readonly string[];
  readonly gemsCents: readonly number[];
}

/** What is empty is left out by the server. */
function missing<T>(shape: Shape<T>, empty: T): Shape<T> {
  return { ...shape, fromJSON: (value, path) => (value === undefined ? empty : shape.fromJSON(value, path)) };
}

const RollSetup: Shape<RollSetup> = struct("RollSetup", {
  name: str,
  description: missing(str, ""),
  joinType: RollJoin,
  password: missing(str, ""),
  tasks: missing(list(struct("RollTask", { kind: i32, target: i64 })), []),
  openAtMs: i64,
  joinMax: missing(i32, 0),
  items: missing(list(str), []),
  gemsCents: missing(list(i64), []),
});

const NewRoll = struct("NewRoll", { rollId: str });
const Passwords = struct("RollPasswords", { passwords: list(str) });

/** Product spec §3 "Backpack item". */
const OwnItem = struct("BagItem", { id: str, def: i32, valueCents: i64 });
const OwnItems = struct("BagPage", { records: list(OwnItem), total: i64 });
export type OwnItem = { readonly id: string; readonly def: number; readonly valueCents: number };

const at = (id: string, action = "") => `/api/studio/roll/${encodeURIComponent(id)}${action && `/${action}`}`;

export const ownRolls = (current: number, size: number) =>
  api.get("/api/studio/rolls", RollRows, { query: { current, size } });
export const setupOf = (id: string) => api.get(at(id), RollSetup);
export const viewOwn = (id: string) => api.get(`/api/roll/room/${encodeURIComponent(id)}`, RollSnapshot);
export const createRoll = (setup: RollSetup, key: string) =>
  api.post("/api/studio/roll/create", setup, NewRoll, { key });
export const editRoll = (id: string, setup: RollSetup, key: string) =>
  api.post(at(id, "edit"), setup, RollSnapshot, { key });
export const publishRoll = (id: string, key: string) => api.post(at(id, "publish"), {}, RollSnapshot, { key });
export const cancelRoll = (id: string, key: string) => api.post(at(id, "cancel"), {}, RollSnapshot, { key });
/** Shown once: the server keeps hashes. */
export const makePasswords = (id: string, count: number, key: string) =>
  api.post(at(id, "passwords"), { count }, Passwords, { key });
export const ownItems = (current: number, size: number) =>
  api.get("/api/personal/center/back/pack", OwnItems, { query: { current, size, type: 1 } });
