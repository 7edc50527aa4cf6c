import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { englishPlayer, show } from "../test-kit.tsx";
import { ToPlay } from "./to-play.tsx";

test("what is still to be played is told with its amount", async () => {
  await englishPlayer("ui");
  show("/", [{ path: "*", element: <ToPlay cents={123_456} /> }]);
  expect((await screen.findByRole("status")).textContent).toContain("1,234.56");
});

test("nothing is told when nothing is to be played", async () => {
  await englishPlayer("ui");
  show("/", [
    {
      path: "*",
      element: (
        <main>
          <ToPlay cents={0} />
        </main>
      ),
    },
  ]);
  expect((await screen.findByRole("main")).textContent).toBe("");
});
