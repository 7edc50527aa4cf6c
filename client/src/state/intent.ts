/**
 * Calls that move value carry a key: the same key again is the same operation, so a double click or a retry after a
 * lost answer never pays twice. An intent keeps its key until the outcome is known.
 */
import { useState } from "react";
import { ApiError, newIdempotencyKey } from "../net/http.ts";

/** True when the server may have done it although no answer came: only the same key may be tried again. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.retryable; // else: aborted, or an answer that cannot be read
}

export class Intent {
  #key = "";
  #what = "";

  /** The key for doing `what`: a new one, unless the same thing is still in doubt. */
  keyFor(what: unknown): string {
    const text = JSON.stringify(what);
    if (this.#key === "" || this.#what !== text) {
      this.#key = newIdempotencyKey();
      this.#what = text;
    }
    return this.#key;
  }

  /** The outcome is known: the next time is another operation. */
  settle(): void {
    this.#key = "";
  }

  /** Runs a call under the intent's key. */
  async run<T>(what: unknown, call: (key: string) => Promise<T>): Promise<T> {
    try {
      const answer = await call(this.keyFor(what));
      this.settle();
      return answer;
    } catch (error) {
      if (!isOutcomeUnknown(error)) this.settle();
      throw error;
    }
  }
}

/** The intent of one button. */
export const useIntent = (): Intent => useState(() => new Intent())[0];
