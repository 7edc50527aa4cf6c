import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { englishPlayer, show } from "../test-kit.tsx";
import { ToPlay } from "./to-play.tsx";

const nothing = { toPlayCents: 0, giftCents: 0, busy: false, giveBack: () => {} };

test("what is still to be played is told with its amount", async () => {
  await englishPlayer("ui");
  show("/", [{ path: "*", element: <ToPlay {...nothing} toPlayCents={123_456} giftCents={61_728} /> }]);
  expect((await screen.findByRole("status")).textContent).toContain("1,234.56");
});

test("what is given back instead is told with its amount, and asked for once more before it goes", async () => {
  await englishPlayer("ui");
  const giveBack = vi.fn();
  const element = <ToPlay {...nothing} toPlayCents={123_456} giftCents={61_728} giveBack={giveBack} />;
  show("/", [{ path: "*", element }]);
  fireEvent.click(await screen.findByRole("button", { name: "Give back 617.28 gems of gifts instead" }));
  expect(giveBack).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Give back", hidden: true }));
  expect(giveBack).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
});

test("nothing is told when nothing is to be played", async () => {
  await englishPlayer("ui");
  show("/", [
    {
      path: "*",
      element: (
        <main>
          <ToPlay {...nothing} />
        </main>
      ),
    },
  ]);
  expect((await screen.findByRole("main")).textContent).toBe("");
});
