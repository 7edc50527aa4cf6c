import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { GameRow, Spectators } from "./game-row.tsx";

test("a game's row leads back, names the game, and has its tags before its tools", () => {
  render(
    <MemoryRouter>
      <GameRow
        back={{ to: "/case/all", label: "To all boxes" }}
        title="Magma Forge"
        tags={<i>Live</i>}
        tools={<button type="button">Verify</button>}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole("link", { name: "To all boxes" }).getAttribute("href")).toBe("/case/all");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Magma Forge");
  const order = [screen.getByText("Live"), screen.getByRole("button", { name: "Verify" })] as const;
  expect(order[0].compareDocumentPosition(order[1]) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("who watches a room is counted while somebody does, in words where a screen has them", () => {
  const shown = (text?: string) => (count: number) =>
    render(<Spectators count={count} {...(text === undefined ? {} : { text })} />).container.textContent;
  expect([0, 1, 12].map(shown())).toEqual(["", "1", "12"]);
  expect([0, 2].map(shown("2 watch"))).toEqual(["", "2 watch"]);
});
