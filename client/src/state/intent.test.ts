import { expect, test } from "vitest";
import { ApiError } from "../net/http.ts";
import { errorCode } from "../protocol/gen.ts";
import { Intent } from "./intent.ts";

const keysOf = async (intent: Intent, failures: unknown[], what: (i: number) => unknown = () => "open") => {
  const keys: string[] = [];
  for (const [i, failure] of failures.entries()) {
    await intent
      .run(what(i), async (key) => {
        keys.push(key);
        if (failure) throw failure;
      })
      .catch(() => null);
  }
  return keys;
};

test.each([
  ["no network", new ApiError(0, "")],
  ["timeout", new ApiError(errorCode.timeout, "")],
  ["busy", new ApiError(errorCode.busy, "")],
  ["an answer that is not of this call", new ApiError(errorCode.internal, "")],
  ["left the page", new DOMException("gone", "AbortError")],
])("after %s the same operation goes out under the same key", async (_, failure) => {
  const [first, second] = await keysOf(new Intent(), [failure, null]);
  expect(second).toBe(first);
});

test.each([
  ["success", null],
  ["refusal", new ApiError(errorCode.funds, "")],
])("after a %s the next click is another operation", async (_, outcome) => {
  const [first, second] = await keysOf(new Intent(), [outcome, null]);
  expect(second).not.toBe(first);
});

test("another body never goes out under a key in doubt", async () => {
  const [first, second] = await keysOf(new Intent(), [new ApiError(0, ""), null], (i) => ({ count: i }));
  expect(second).not.toBe(first);
});
