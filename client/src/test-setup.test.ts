import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

test("a look that fails says what the document shows, and so does a wait at its end", async () => {
  document.body.innerHTML = "<p>what is there</p>";
  expect(() => screen.getByText("what is not")).toThrow(/what is not[\s\S]*what is there/);
  await expect(screen.findByText("what is not", {}, { timeout: 1 })).rejects.toThrow(/what is not[\s\S]*what is there/);
  document.body.replaceChildren();
});
