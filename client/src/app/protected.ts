import { replace } from "react-router";
import { openLogin, sessionToken } from "../state/session.ts";

let lastPlace = "/";

/** The router says where the player stands; that is where a refused visitor stays. */
export function rememberPlace(place: string): void {
  lastPlace = place;
}

/** Loader of routes that need a player (product spec §2): opens the login dialog and keeps a visitor where he was. */
export function requirePlayer(): null {
  if (sessionToken() !== "") return null;
  openLogin();
  throw replace(lastPlace);
}
