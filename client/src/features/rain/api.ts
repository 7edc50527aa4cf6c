/** The calls of a red-packet rain. Amounts are integer cents here; the gem numbers of the same answers are for others. */
import { api } from "../../net/http.ts";
import { RainRound } from "../../protocol/gen.ts";
import { bool, i64, list, nullable, type Shape, str, struct } from "../../protocol/shape.ts";

export interface Packet {
  readonly id: string;
  readonly opensAtMs: number;
  readonly claimed: boolean;
  readonly valueCents: number;
  readonly resultId: string;
}
const Packet: Shape<Packet> = struct("Packet", {
  id: str,
  opensAtMs: i64,
  claimed: bool,
  valueCents: i64,
  resultId: str,
});

export interface Envelope {
  readonly round: RainRound | null;
  readonly packets: readonly Packet[];
}
const Envelope: Shape<Envelope> = struct("Envelope", { round: nullable(RainRound), packets: list(Packet) });

export interface Claimed {
  readonly packet: string;
  readonly valueCents: number;
  readonly totalCents: number;
  readonly resultId: string;
}
const Claimed: Shape<Claimed> = struct("Claimed", { packet: str, valueCents: i64, totalCents: i64, resultId: str });

const Amount: Shape<{ readonly round: RainRound | null; readonly claims: readonly Packet[] }> = struct("Amount", {
  round: nullable(RainRound),
  claims: list(Packet),
});

export const myPackets = () => api.get("/api/activity/red/envelope", Envelope);
export const myAmount = () => api.get("/api/activity/red/amount", Amount);
/** The key is the packet's: however often it is clicked, it is one claim. */
export const claimPacket = (round: string, packet: string) =>
  api.post("/api/activity/red/claim", { round, packet }, Claimed, { key: `rain-${round}-${packet}` });
