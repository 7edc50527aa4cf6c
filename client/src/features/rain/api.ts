/**
 * The calls of a red-packet rain. Amounts are integer cents here; the gem numbers of the same answers are for others.
 */

import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export type Packet = Omit<Api["RedPacket"], "amount">;

export type Envelope = Api["RedEnvelope"];

export type Claimed = Api["ClaimedPacket"];

export const myPackets = () => api.get("/api/activity/red/envelope");
export const myAmount = () => api.get("/api/activity/red/amount");
/** The key is the packet's: however often it is clicked, it is one claim. */
export const claimPacket = (round: string, packet: string) =>
  api.post("/api/activity/red/claim", { round, packet }, { key: `rain-${round}-${packet}` });
