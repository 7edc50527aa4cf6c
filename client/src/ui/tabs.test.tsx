import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Tabs } from "./tabs.tsx";

function Three({ panelId }: { panelId?: string }) {
  const [value, setValue] = useState("a");
  const choices = ["a", "b", "c"].map((name) => ({ value: name, label: name.toUpperCase() }));
  return <Tabs label="letters" value={value} onChange={setValue} choices={choices} panelId={panelId} />;
}

const chosen = (role: string) =>
  screen.getAllByRole(role).flatMap((tab) => (tab.getAttribute("tabindex") === "0" ? [tab.textContent] : []));

test("one tab stop; arrows, Home and End move, choose and go round", () => {
  render(<Three panelId="p" />);
  const row = screen.getByRole("tablist");
  const press = (key: string) => fireEvent.keyDown(row, { key });
  expect(chosen("tab")).toEqual(["A"]);
  press("ArrowLeft");
  expect(chosen("tab")).toEqual(["C"]);
  expect(document.activeElement?.textContent).toBe("C");
  press("ArrowRight");
  expect(chosen("tab")).toEqual(["A"]);
  press("End");
  expect(chosen("tab")).toEqual(["C"]);
  press("Home");
  expect(chosen("tab")).toEqual(["A"]);
  press("x");
  expect(chosen("tab")).toEqual(["A"]);
});

test("without a panel it is a choice, not a place", () => {
  render(<Three />);
  fireEvent.click(screen.getByRole("radio", { name: "B" }));
  expect(screen.getByRole("radio", { name: "B" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.queryByRole("tab")).toBeNull();
});
