/** The real-name popup that asks by itself, and its flag "not again today" (product spec §3). */
import { dayFlag } from "./day-flag.ts";
import { openIdentity } from "./identity.ts";
import { useSession } from "./session.ts";

export const realNameQuiet = dayFlag("realNameQuiet");

/**
 * Opens the real-name popup for a player who is not verified and has not asked for quiet today, and says whether it
 * did. For the step that needs the name: a player who only looks at prices is asked for nothing.
 */
export function suggestRealName(): boolean {
  if (useSession.getState().user?.isRealName !== 0 || realNameQuiet.isSet()) return false;
  openIdentity("realName");
  return true;
}
