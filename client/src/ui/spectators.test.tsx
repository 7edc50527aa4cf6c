import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Spectators } from "./spectators.tsx";

test("who watches a room is counted while somebody does, in words where a screen has them", () => {
  const shown = (text?: string) => (count: number) =>
    render(<Spectators count={count} {...(text === undefined ? {} : { text })} />).container.textContent;
  expect([0, 1, 12].map(shown())).toEqual(["", "1", "12"]);
  expect([0, 2].map(shown("2 watch"))).toEqual(["", "2 watch"]);
});
