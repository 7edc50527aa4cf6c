import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { englishPlayer } from "../../test-kit.tsx";
import { VoidPanel } from "./void-panel.tsx";

test.each([
  ["operator", "The operator of the site cancelled it. Every entry has been refunded in full."],
  ["cancelled", "Its host left before it was full. Every entry has been refunded in full."],
  ["broken", "Every entry has been refunded in full."],
])("a battle that is void says why: %s", async (reason, text) => {
  await englishPlayer("battle");
  render(<VoidPanel reason={reason} />, { wrapper: MemoryRouter });
  expect(screen.getByRole("status").querySelector("p")?.textContent?.trim()).toBe(text);
});
