/** The calls of wish rooms and of the wish tree. Every answer passes a Shape; money is integer cents. */
import { api } from "../../net/http.ts";
import { WishBottle, WishCard, WishSnapshot } from "../../protocol/gen.ts";
import { bool, i32, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

/** How a bottle of a room is paid for. A room takes the one or the other, never both. */
export type Pay = "cards" | "gems";

const Page = struct("WishPage", { rooms: list(WishCard), total: i64, current: i64 });

export interface WishTask {
  readonly key: string;
  readonly done: boolean;
  readonly claimed: boolean;
}

/** The player's own side of the tree: wish cards in hand, and what today's tasks still give. */
export interface WishTree {
  readonly wishCards: number;
  readonly tasks: readonly WishTask[];
  readonly resetsAtMs: number;
}
const WishTree: Shape<WishTree> = struct("WishTree", {
  wishCards: i64,
  tasks: list(struct("WishTask", { key: str, done: bool, claimed: bool })),
  resetsAtMs: i64,
});

const Taken = struct("TakenBottles", {
  bottles: list(WishBottle),
  room: WishSnapshot,
  wishCards: i64,
  balanceCents: i64,
});

const Record = struct("WishRecord", {
  room: WishCard,
  bottles: list(i32),
  spentCents: i64,
  spentCards: i64,
  won: bool,
  refunded: bool,
  resultId: str,
  atMs: i64,
});
const Records = struct("WishRecords", { records: list(Record), total: i64, current: i64 });

/** What a player asks for: these bottles, or as many as `count` says when none is named. */
export interface Order {
  readonly bottles: readonly number[];
  readonly count: number;
  readonly pay: Pay;
  readonly cardNum: number;
  readonly bottleCents: number;
}

export const listRooms = (status: "open" | "final", current: number, size: number) =>
  api.get("/api/wish/list", Page, { query: { status, current, size } });
export const viewRoom = (id: string) => api.get(`/api/wish/${encodeURIComponent(id)}`, WishSnapshot);
export const takeBottles = (id: string, order: Order, key: string) =>
  api.post(`/api/wish/${encodeURIComponent(id)}/take`, order, Taken, { key });
export const viewTree = () => api.get("/api/wish/tree", WishTree);
export const claimTask = (task: string, key: string) => api.post("/api/wish/tree/claim", { task }, WishTree, { key });
export const ownWishes = (query: RecordQuery) => api.get("/api/wish/mine", Records, { query: { ...query } });
