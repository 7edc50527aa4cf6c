/** Another token for the player, of a new session or the same one. Apart from session.ts, because few ask for one. */
import { limits } from "../protocol/gen.ts";
import {
  BEFORE,
  followStoredToken,
  isRenewing,
  RENEWING,
  sessionToken,
  signIn,
  storedToken,
  TOKEN,
  useSession,
} from "./session.ts";

interface Renewed {
  readonly token: string;
}

/** Runs a call whose answer is the token of a new session. */
export const renewSession = <T extends Renewed>(call: () => Promise<T>): Promise<T> => renewed(call, signIn);

/** Runs a call whose answer is another token of this session: the same player goes on, in every tab. */
export const renewToken = <T extends Renewed>(call: () => Promise<T>): Promise<T> => renewed(call, replaceToken);

let renewals = 0;

/**
 * The server ends what the token of before was good for, sockets and all, before it answers: until the answer is here
 * that must not be taken for the end of the player's stay, in no tab.
 */
async function renewed<T extends Renewed>(call: () => Promise<T>, take: (token: string) => unknown): Promise<T> {
  renewals++;
  localStorage.setItem(RENEWING, String(Date.now() + limits.requestMs));
  try {
    const answer = await call();
    if (answer.token !== "") await take(answer.token);
    return answer;
  } finally {
    renewals--;
    if (renewals === 0) localStorage.removeItem(RENEWING);
  }
}

function replaceToken(token: string): void {
  localStorage.setItem(BEFORE, sessionToken());
  localStorage.setItem(TOKEN, token);
  useSession.setState({ token });
}

const LOOK_MS = 50;

/**
 * Whether another token holds than the one that a call went out under. `wait` waits for one that is on its way; the
 * call that brings it must not.
 */
export async function isReplaced(sent: string, wait: boolean): Promise<boolean> {
  while (wait && isRenewing() && sessionToken() === sent && storedToken() === sent) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  followStoredToken();
  return sessionToken() !== "" && sessionToken() !== sent;
}
