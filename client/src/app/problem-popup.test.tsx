import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import portuguese from "../i18n/errors.pt.json";
import { useIdentity } from "../state/identity.ts";
import { useProblem } from "../state/problem.ts";
import { englishPlayer } from "../test-kit.tsx";
import { ProblemPopup } from "./problem-popup.tsx";

const Address = () => <output>{useLocation().pathname}</output>;

function show(code: number, message = "what the server says", data: unknown = null) {
  useProblem.setState({ problem: { code, message, data } });
  render(
    <MemoryRouter>
      <ProblemPopup problem={{ code, message, data }} />
      <Address />
    </MemoryRouter>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(async () => {
  useIdentity.setState({ dialog: null });
  await englishPlayer("errors");
});

// Product spec §8.
test.each([
  [6002, "Get gems", "/page/assets"],
  [6004, "Open boxes", "/case/csgo"],
])("%i leads on", (code, name, to) => {
  show(code);
  press(name);
  expect(screen.getByRole("status").textContent).toBe(to);
  expect(useProblem.getState().problem).toBeNull();
});

test("5512 opens the privacy settings of the game platform, with no way back into this page", () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  show(5512);
  press("To the privacy settings");
  expect(opened).toHaveBeenCalledExactlyOnceWith("https://steamcommunity.com/my/edit/settings", "_blank", "noopener");
});

test("630 says its text and refreshes the page", () => {
  show(630, "Price updated, please refresh the page");
  expect(screen.getByRole("alert").textContent).toBe("Price updated, please refresh the page");
  expect(screen.getByRole("button", { name: "Refresh the page" })).toBeTruthy();
  expect(screen.queryByText("If in doubt, contact online support.")).toBeNull();
});

test.each([
  ["oddsHash", "The odds of this box have changed"],
  ["commit", "The commitment that your draws are made under has changed"],
])("630 of %s speaks of no price", async (field, text) => {
  await i18next.loadNamespaces("fair");
  show(630, "Price updated, please refresh the page", { field, reason: "another one holds" });
  expect(screen.getByRole("alert").textContent).toMatch(new RegExp(`^${text}.*Nothing was drawn`));
  expect(screen.getByRole("button", { name: "Refresh the page" })).toBeTruthy();
});

test("630 of a commitment says the server's text where its own words cannot be fetched", async () => {
  await i18next.loadNamespaces("fair");
  i18next.removeResourceBundle("en", "fair");
  show(630, "Price updated, please refresh the page", { field: "commit", reason: "another one holds" });
  expect(screen.getByRole("alert").textContent).toBe("Price updated, please refresh the page");
});

test("6005 opens the dialog of the real name", () => {
  show(6005);
  press("Verify your name");
  expect(useIdentity.getState().dialog).toBe("realName");
  expect(useProblem.getState().problem).toBeNull();
});

test("any other number sends to support and leads nowhere", () => {
  show(5401);
  expect(screen.getByText("If in doubt, contact online support.")).toBeTruthy();
  expect(screen.getAllByRole("button").map((each) => each.textContent)).not.toContain("Get gems");
});

test("in another language the same is said", async () => {
  show(6002, "what the server says");
  expect((await screen.findByRole("alert")).textContent).toBe("what the server says");
  await act(() => i18next.changeLanguage("pt"));
  expect(screen.getByRole("alert").textContent).toBe(portuguese.funds);
});
