import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useProblem } from "../../state/problem.ts";
import { englishPlayer, fakeServer, show } from "../../test-kit.tsx";
import type { ItemLook } from "../../ui/item-card.tsx";
import type { Offer } from "./api.ts";
import { BuyDialog } from "./buy-dialog.tsx";

const item: ItemLook = { brand: "Blade", name: "Jade", rarity: "rare", image: "/art/x.webp", thumb: "/art/x.webp" };
const offer = { id: 7, priceCents: 100, valueCents: 90 } as Offer;

beforeEach(() => useProblem.setState({ problem: null }));

const refusedWith = async (errCode: number) => {
  const { posts } = fakeServer({ "/api/mall/item/7/buy": [{ errCode }] });
  await englishPlayer("mall");
  show("/page/store/7", [{ path: "*", element: <BuyDialog item={item} offer={offer} onClose={() => undefined} /> }]);
  fireEvent.click(await screen.findByRole("button", { name: /^Buy for/, hidden: true }));
  await waitFor(() => expect(posts).toHaveLength(1));
};

test.each([5401, 5403])("%i of the store opens the popup that sends to support", async (code) => {
  await refusedWith(code);
  await waitFor(() => expect(useProblem.getState().problem).toEqual({ code, message: "refused" }));
});
