import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { unasked } from "./unasked.ts";

test("what cannot be fetched is not there, or has in its place what keeps it", async () => {
  const load = () => Promise.reject(new Error("it cannot be fetched"));
  const Gone = unasked(load);
  const Kept = unasked(load, () => <p>instead</p>);
  const { container } = render(
    <Suspense fallback="it is fetched">
      <Gone />
      <Kept />
    </Suspense>,
  );
  expect(await screen.findByText("instead")).toBeTruthy();
  expect(container.textContent).toBe("instead");
});
