import { useEffect } from "react";
import { subscribe } from "../net/socket.ts";
import type { PlayerEvent } from "../protocol/gen.ts";
import { signOut, useLoggedIn } from "../state/session.ts";
import { applyWallet } from "../state/wallet.ts";

function onPlayerEvent(event: PlayerEvent): void {
  switch (event.name) {
    case "playerSnapshot":
    case "wallet":
      applyWallet(event.body);
      return;
    case "sessionEnded":
      void signOut();
      return;
    case "invite":
      return;
  }
}

/** Listens to the player's own topic while logged in. True while the live connection is interrupted. */
export function useLiveUpdates(): boolean {
  const loggedIn = useLoggedIn();
  useEffect(() => (loggedIn ? subscribe("player", "player", onPlayerEvent) : undefined), [loggedIn]);
  return false;
}
