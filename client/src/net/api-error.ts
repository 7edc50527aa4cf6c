import { isRetryable } from "../protocol/gen.ts";

/** A call was refused, and would be again. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && !error.retryable;

/** A call that failed with a number of the catalogue; code 0 is "no answer": no network, or it broke on the way. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    /** Seconds after which it may succeed; 0 when unknown. */
    readonly retryAfterS = 0,
  ) {
    super(message);
  }

  /** The same call, with the same key if it moves value, may succeed later. */
  get retryable(): boolean {
    return this.code === 0 || isRetryable(this.code);
  }
}
