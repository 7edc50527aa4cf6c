import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Rewards } from "./result-dialog.tsx";

test("shows the five kinds of prize, and nothing of a kind it does not know", () => {
  const kinds = ["diamond", "OpenBox", "TrendChart", "armyCompetitionCard", "debris", "skins"];
  render(<Rewards rewards={kinds.map((rewardTypeEnum) => ({ rewardTypeEnum, rewardNum: 250, propName: "" }))} />);
  const shown = screen.getAllByRole("listitem").map((row) => row.getAttribute("data-kind"));
  expect(shown).toEqual(["diamond", "OpenBox", "TrendChart", "armyCompetitionCard", "debris"]);
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("×2.50");
  expect(screen.getAllByRole("listitem")[4]?.textContent).toContain("×250");
});

test("two prizes of a kind are two rows", () => {
  const warned = vi.spyOn(console, "error");
  render(<Rewards rewards={[10, 20].map((rewardNum) => ({ rewardTypeEnum: "debris", rewardNum, propName: "" }))} />);
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringContaining("×10"),
    expect.stringContaining("×20"),
  ]);
  expect(warned).not.toHaveBeenCalled(); // of keys that are not unique
});
