import { useEffect } from "react";
import { type FeedEvent, type Invite, limits, type PlayerEvent, topics } from "../protocol/gen.ts";
import { follow } from "../state/live.ts";
import { liveEvents } from "../state/live-events.ts";
import { whenFree } from "../state/playing.ts";
import { useLoggedIn, useSession } from "../state/session.ts";
import { applyWallet } from "../state/wallet.ts";
import { showInvite } from "./invite.ts";
import { showProps } from "./props.ts";

/** No player is called away from a game: an invitation waits for its end, as long as it would have been shown. */
function invited(invite: Invite): void {
  const heardAt = performance.now();
  whenFree(() => {
    const left = limits.inviteToastMs - (performance.now() - heardAt);
    if (left > 0) showInvite(invite, left);
  });
}

function onPlayerEvent(event: PlayerEvent): void {
  switch (event.name) {
    case "playerSnapshot":
    case "wallet":
      applyWallet(event.body);
      return;
    case "invite":
      invited(event.body);
      return;
    case "propsDrop":
      showProps(event.body);
      return;
  }
}

function onFeedEvent(event: FeedEvent): void {
  if (event.name !== "siteInvite" || event.body.hostId === useSession.getState().user?.id) return;
  invited(event.body);
}

/** Listens to the player's own topic while logged in. */
export function useLiveUpdates(): void {
  const loggedIn = useLoggedIn();
  useEffect(() => (loggedIn ? follow(topics.player, liveEvents.player, onPlayerEvent) : undefined), [loggedIn]);
  useEffect(() => {
    // Few have something on its way: only they download the code that polls for it.
    if (loggedIn && localStorage.getItem("deliveries")) void import("../state/deliveries.ts").catch(() => undefined);
  }, [loggedIn]);
  useEffect(() => (loggedIn ? follow(topics.feed, liveEvents.feed, onFeedEvent) : undefined), [loggedIn]);
}
