/** What a login lacks that was refused for want of a second factor. Its form is features/identity. */
import { ApiError } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

export interface Second {
  /** What proves it, the server's words. */
  readonly by: readonly string[];
  /** The login so far. */
  readonly pending: string;
}

/** What a refusal asks for; null for any other error. */
export function secondOf(error: unknown): Second | null {
  if (!(error instanceof ApiError) || error.code !== errorCode.secondFactor) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("by" in data) || !("pending" in data)) return null;
  const { by, pending } = data;
  if (!Array.isArray(by) || typeof pending !== "string") return null;
  return { by: by.filter((way) => typeof way === "string"), pending };
}
