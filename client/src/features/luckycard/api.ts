/** The calls of lucky cards. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";
import type { RecordQuery } from "../../state/records.ts";

/** What was turned; over says that it was the top prize. The proof of a flip is read from its result id. */
export type Flipped = Api["FlippedLuckycard"];

export const openRooms = () => api.get("/api/luckycard/rooms");
export const viewRoom = (id: string) => api.get("/api/luckycard/room/{id}", { path: { id } });
export const ownRecords = (query: RecordQuery) => api.get("/api/luckycard/records", { query: { ...query } });
export const flipCard = (id: string, place: number, priceCents: number, key: string) =>
  api.post("/api/luckycard/room/{id}/flip", { place, priceCents }, { path: { id }, key });
