/** Open and running battles, live while a lobby is on screen. */
import { create } from "zustand";
import { applyLobby, emptyLobby, type LobbyState } from "./lobby-state.ts";
import { openLobbyStream } from "./stream.ts";

export const useLobby = create<LobbyState>(() => emptyLobby);

/** Returns how to close it; what was known stays until the next snapshot replaces it. */
export function openLobby(): () => void {
  return openLobbyStream((event) => useLobby.setState((lobby) => applyLobby(lobby, event)));
}
