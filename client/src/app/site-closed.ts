/** Numbers that end the visit (product spec §8): 1000 and 404 lead to the maintenance page, 900 away from the site. */
import { AWAY, type Refused, refusalData } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

const NOT_THERE = 404;

/** Written over the place that is left: going back there would only lead here again. Tests give another. */
export const leaving = { to: (address: string): void => location.replace(address) };

/** Still only a number gets into an address, whoever says it. "0" for not known. */
const timerOf = (ms = 0): string => (Number.isSafeInteger(ms) && ms > 0 ? String(ms) : "0");

/** True when the visit is over. */
export function leaveClosedSite(refused: Refused): boolean {
  const { code } = refused;
  if (code === AWAY) leaving.to("about:blank");
  else if (code === errorCode.maintenance || code === NOT_THERE)
    leaving.to(`/siteMaintain.html?timer=${timerOf(refusalData(refused, errorCode.maintenance)?.untilMs)}`);
  else return false;
  return true;
}
