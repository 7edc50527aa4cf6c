import type { TFunction } from "i18next";
import { ApiError } from "../../net/http.ts";
import { errorCode } from "../../protocol/gen.ts";
import { numberedText } from "../../state/problem.ts";

/** Why the login failed; where the line of logins was full, also when to come back. */
export function refusalText(error: unknown, t: TFunction<"session">): string {
  if (error instanceof ApiError && error.code === errorCode.busy && error.retryAfterS > 0) {
    return t("busy", { seconds: error.retryAfterS });
  }
  return numberedText(error);
}
