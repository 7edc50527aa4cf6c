import { useEffect, useSyncExternalStore } from "react";
import { limits, type PlayerEvent } from "../protocol/gen.ts";
import { follow, interruption } from "../state/live.ts";
import { useLoggedIn } from "../state/session.ts";
import { applyWallet } from "../state/wallet.ts";
import { showInvite } from "./invite.ts";
import { onSessionEnded } from "./session-guard.ts";

function onPlayerEvent(event: PlayerEvent): void {
  switch (event.name) {
    case "playerSnapshot":
    case "wallet":
      applyWallet(event.body);
      return;
    case "sessionEnded":
      onSessionEnded(event.body.code);
      return;
    case "invite":
      showInvite(event.body, limits.inviteToastMs);
      return;
  }
}

/** Listens to the player's own topic while logged in. True while the live connection is interrupted. */
export function useLiveUpdates(): boolean {
  const loggedIn = useLoggedIn();
  useEffect(() => (loggedIn ? follow("player", "player", onPlayerEvent) : undefined), [loggedIn]);
  return useSyncExternalStore(interruption.subscribe, interruption.get, () => false);
}
