import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { englishPlayer } from "../test-kit.tsx";
import { GroupsDialog } from "./groups-dialog.tsx";

beforeEach(() => englishPlayer());

test("each group has its link and its code", () => {
  render(<GroupsDialog groups={[{ name: "Chat", url: "https://chat.example/jadebox" }]} onClose={() => undefined} />);
  const link = screen.getByRole("link", { name: "Chat", hidden: true });
  expect(link.getAttribute("href")).toBe("https://chat.example/jadebox");
  expect(link.parentElement?.querySelector("svg path")).toBeTruthy();
});
