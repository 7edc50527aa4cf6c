/** Open and running battles, live while a lobby is on screen. */
import { create } from "zustand";
import { subscribe } from "../../net/socket.ts";
import { lobbyEvents, topics } from "../../protocol/gen.ts";
import { applyLobby, emptyLobby, type LobbyState } from "./lobby-state.ts";

export const useLobby = create<LobbyState>(() => emptyLobby);

/** Returns how to close it; what was known stays until the next snapshot replaces it. */
export function openLobby(): () => void {
  return subscribe(topics.lobby, lobbyEvents, (event) => useLobby.setState((lobby) => applyLobby(lobby, event)));
}
