import type { Api } from "../protocol/api.ts";
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

/** What is known of a refusal, wherever it came from. */
export interface Refused {
  readonly code: number;
  readonly data?: unknown;
}

type RefusalData = Api["RefusalData"];

/**
 * What came with a refusal of this number, as the server's document has it; null for one of another number, and where
 * nothing came. As of an answer, only the kind is checked (http.ts).
 */
export const refusalData = <C extends keyof RefusalData>({ code, data }: Refused, wanted: C): RefusalData[C] | null =>
  code === wanted && typeof data === "object" ? (data as RefusalData[C] | null) : null;
