import { expect, test } from "vitest";

test("tests run in a document", () => {
  expect(document.createElement("dialog")).toBeInstanceOf(HTMLElement);
});
