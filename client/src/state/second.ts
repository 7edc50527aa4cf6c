/** What a login lacks that was refused for want of a second factor. Its form is features/identity. */
import { ApiError, refusalData } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";

/** What a refusal asks for; null for any other error. */
export const secondOf = (error: unknown) =>
  error instanceof ApiError ? refusalData(error, errorCode.secondFactor) : null;

export type Second = NonNullable<ReturnType<typeof secondOf>>;
