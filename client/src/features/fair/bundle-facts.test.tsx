import { cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { bundleParts, parseBundle } from "../../fairness/bundle.ts";
import { englishPlayer, fakeServer } from "../../test-kit.tsx";
import { BundleFacts } from "./bundle-facts.tsx";

const golden = import.meta.glob<unknown>("../../../../fairness/testdata/bundle-*.json", {
  eager: true,
  import: "default",
});
const files = import.meta.glob("./facts/*.tsx");
const bundleOf = (name: string) =>
  parseBundle(JSON.stringify(golden[`../../../../fairness/testdata/bundle-${name}.json`]));

beforeEach(async () => {
  await englishPlayer("fair");
  fakeServer({});
});

test("every kind of which proofs have a part of their own shows it", () => {
  const kinds = Object.keys(bundleParts(bundleOf("box-revealed")));
  expect(Object.keys(files)).toEqual(kinds.map((kind) => `./facts/${kind}.tsx`).sort());
});

test.each([
  ["wish", ["Bottle 1 of 10 won", "Player 1001", "0007b2", "Server seed", "Result hash"]],
  ["luckycard", ["3 cards turned", "Place 12", "Card 9 · player 1002", "Card 1 · player 1002"]],
  ["luckycard-flip", ["1 card turned", "Root of the order, published before the first flip"]],
  ["battle-terminal", ["Seat 1", "19.30 gems · won", "19.30 gems", "Tie, drawn between seats", "1, 3"]],
  ["roll", ["Prize 1"]],
  ["rain", ["Root of the amounts, published before the rain", "Packet 1"]],
  ["upgrade-won", ["Success rate", "Fee rule"]],
])("a proof of %s says what was drawn", (name, texts) => {
  render(<BundleFacts bundle={bundleOf(name)} />);
  for (const text of texts) expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  cleanup();
});
