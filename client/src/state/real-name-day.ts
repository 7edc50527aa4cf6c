/** The real-name popup that asks by itself, and its flag "not again today" (product spec §3). */
import { dayFlag } from "./day-flag.ts";
import { openIdentity } from "./identity.ts";
import { useSession } from "./session.ts";

export const realNameQuiet = dayFlag("realNameQuiet");

/**
 * Opens the real-name popup for a player who is not verified and has not asked for quiet today. For places that need it
 * soon.
 */
export function suggestRealName(): void {
  if (useSession.getState().user?.isRealName === 0 && !realNameQuiet.isSet()) openIdentity("realName");
}
