/** The calls of lucky cards. Every answer passes a Shape; money is integer cents. */
import { api } from "../../net/http.ts";
import { LuckycardCard, LuckycardFlip, LuckycardSnapshot } from "../../protocol/gen.ts";
import { bool, i64, list, type Shape, str, struct } from "../../protocol/shape.ts";
import type { RecordQuery } from "../../state/records.ts";

/** What was turned; over says that it was the top prize. The proof of a flip is read from its result id. */
export interface Flipped {
  readonly flip: LuckycardFlip;
  readonly itemId: string;
  readonly over: boolean;
}
const Flipped: Shape<Flipped> = struct("FlippedLuckycard", { flip: LuckycardFlip, itemId: str, over: bool });

const Record = struct("LuckycardRecord", { card: LuckycardCard, flips: list(LuckycardFlip) });
const Page = struct("LuckycardPage", { records: list(Record), total: i64 });

export const openRooms = () => api.get("/api/luckycard/rooms", list(LuckycardCard));
export const viewRoom = (id: string) => api.get(`/api/luckycard/room/${encodeURIComponent(id)}`, LuckycardSnapshot);
export const ownRecords = (query: RecordQuery) => api.get("/api/luckycard/records", Page, { query: { ...query } });
export const flipCard = (id: string, place: number, priceCents: number, key: string) =>
  api.post(`/api/luckycard/room/${encodeURIComponent(id)}/flip`, { place, priceCents }, Flipped, { key });
