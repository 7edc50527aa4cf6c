/** The calls of wish rooms and of the wish tree. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RecordQuery } from "../../state/records.ts";

/** How a bottle of a room is paid for. A room takes the one or the other, never both. */
export type Pay = "cards" | "gems";

export type WishTask = Api["WishTask"];

/** The player's own side of the tree: wish cards in hand, and what today's tasks still give. */
export type WishTree = Api["WishTree"];

/** What a player asks for: these bottles, or as many as `count` says when none is named. */
export interface Order {
  readonly bottles: readonly number[];
  readonly count: number;
  readonly pay: Pay;
  readonly cardNum: number;
  readonly bottleCents: number;
}

export const listRooms = (status: "open" | "final", current: number, size: number) =>
  api.get("/api/wish/list", { query: { status, current, size } });
export const viewRoom = (id: string) => api.get("/api/wish/{id}", { path: { id } });
export const takeBottles = (id: string, order: Order, key: string) =>
  api.post("/api/wish/{id}/take", order, { path: { id }, key });
export const viewTree = () => api.get("/api/wish/tree");
export const claimTask = (task: Api["WishTask"]["key"], key: string) =>
  api.post("/api/wish/tree/claim", { task }, { key });
export const ownWishes = (query: RecordQuery) => api.get("/api/wish/mine", { query: { ...query } });
