import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Marked } from "./marked.tsx";

const marks = { terms: (inner: string) => <a href="/t">{inner}</a> };

test("marked parts become elements and the words around them stay", () => {
  const { container } = render(<Marked text="I accept the <terms>terms</terms> of <b>this</b> site." marks={marks} />);
  expect(container.textContent).toBe("I accept the terms of this site.");
  expect(screen.getByRole("link").textContent).toBe("terms");
});

test("markup in a text is never markup in the page", () => {
  const { container } = render(<Marked text={'<img src="x" onerror="y"> <terms><script></terms>'} marks={marks} />);
  expect(container.querySelector("img, script")).toBeNull();
});
