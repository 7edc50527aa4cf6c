import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type CatalogItem, useCatalog } from "../state/catalog.ts";
import { OpeningReel } from "./opening-reel.tsx";

test("what was drawn by a table that the page does not have is shown at once, with no chance", () => {
  const words = { zh: "n", en: "n", ru: "n" };
  const item = { id: 5, brand: words, name: words, rarity: "rare", category: "", image: "", thumb: "" };
  useCatalog.setState({ items: new Map([[5, item as unknown as CatalogItem]]), status: "ready" });
  const onSettled = vi.fn();
  const result = { activityRewardType: "skins", receiveNum: 1, resultId: "9-0", itemId: "7", def: 5, valueCents: 20 };
  const { container } = render(
    <OpeningReel
      box={{ name: "Daily opener", image: "/b.webp", accent: "#fff" }}
      odds={[]}
      count={1}
      results={[result]}
      phase="spinning"
      stakeCents={0}
      onSettled={onSettled}
    />,
  );
  expect(onSettled).toHaveBeenCalledOnce();
  expect(container.querySelector("[data-words]")).toBeNull();
});
