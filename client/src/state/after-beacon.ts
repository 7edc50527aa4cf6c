import { ApiError } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

const BEACON_TRIES = 8;
const BEACON_PAUSE_MS = 800;

/** Under a new commitment the public value may be some seconds away: the same play is asked for until it is there. */
export async function afterBeacon<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== errorCode.beaconWait || tries === BEACON_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BEACON_PAUSE_MS));
    }
  }
}
