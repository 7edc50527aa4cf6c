/**
 * Live topics of battles. What a topic missed comes back as a snapshot; a refusal says that a room is not for this
 * player.
 */
import type { ApiError } from "../../net/api-error.ts";
import { openTopic, subscribe } from "../../net/socket.ts";
import { type BattleEvent, battleEvents, type LobbyEvent, lobbyEvents, topics } from "../../protocol/gen.ts";

export function openRoomStream(
  id: string,
  code: string,
  hear: (event: BattleEvent, atMs: number) => void,
  refused: (error: ApiError) => void,
): () => void {
  return openTopic(topics.battle(id), battleEvents, { hear, refused }, code);
}

export const openLobbyStream = (hear: (event: LobbyEvent) => void): (() => void) =>
  subscribe(topics.lobby, lobbyEvents, hear);
