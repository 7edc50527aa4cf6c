/** Live topics with each event's place in its stream. */
import { subscribe } from "../../net/socket.ts";
import { type BattleEvent, type LobbyEvent, topics } from "../../protocol/gen.ts";
import type { Place } from "./room-state.ts";

export interface Stream {
  /** Asks for a snapshot, because something was missed. */
  resync(): void;
  close(): void;
}

type Hear<E> = (place: Place, event: E) => void;

export function openRoomStream(id: string, _code: string, hear: Hear<BattleEvent>): Stream {
  let offset = 0;
  const close = subscribe(topics.battle(id), "battle", (event) => hear({ epoch: 1, offset: offset++ }, event));
  return { resync() {}, close };
}

export function openLobbyStream(hear: Hear<LobbyEvent>): Stream {
  let offset = 0;
  const close = subscribe(topics.lobby, "lobby", (event) => hear({ epoch: 1, offset: offset++ }, event));
  return { resync() {}, close };
}
