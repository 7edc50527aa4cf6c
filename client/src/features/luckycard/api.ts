/** The calls of lucky cards. Money is integer cents. */

import { api } from "../../net/http.ts";
import type { RecordQuery } from "../../state/records.ts";

export const openRooms = () => api.get("/api/luckycard/rooms");
export const viewRoom = (id: string) => api.get("/api/luckycard/room/{id}", { path: { id } });
export const ownRecords = (query: RecordQuery) => api.get("/api/luckycard/records", { query: { ...query } });
export const flipCard = (id: string, place: number, priceCents: number, key: string) =>
  api.post("/api/luckycard/room/{id}/flip", { place, priceCents }, { path: { id }, key });
