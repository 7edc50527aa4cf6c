import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { UpgradeHall } from "./hall-page.tsx";
import "./history-dialog.tsx"; // loading its code is no part of what is waited for

vi.mock("./live-list.tsx", () => ({ LiveList: () => null })); // it listens to a socket

const RECORDS = "/api/upgrade/order/record";
const record = (n: number) => ({
  resultId: `up-${n}`,
  result: n % 2,
  leftDefs: [1],
  rightDef: 2,
  itemsCents: 100,
  gemsCents: 50,
  rightCents: 300,
  rateE8: 46_000_000,
  startE8: 0,
  v: 0,
  atMs: 1000,
  upgradeResult: { serverHash: "", serverSeed: "", userSeed: "", resultHash: "" },
});
const page = (from: number, count: number, total: number, current: number) => ({
  records: Array.from({ length: count }, (_, i) => record(from + i)),
  total,
  current,
});

let server: FakeServer;

beforeEach(async () => {
  await englishPlayer("upgrade", "account");
  server = fakeServer({ [RECORDS]: [page(0, 12, 14, 1), page(12, 2, 14, 2)] });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <UpgradeHall />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => vi.unstubAllGlobals());

const button = () => screen.getByRole("button", { name: "My upgrades" });
const dialog = () => screen.queryByRole("dialog", { name: "My upgrades" });
const proofs = () => screen.getAllByRole("link", { name: "Details" }).map((link) => link.getAttribute("href"));

test("the player's own upgrades open over the hall, twelve a page, and lead to all of them", async () => {
  button().focus();
  fireEvent.click(button());
  await waitFor(() => expect(proofs()).toHaveLength(12));
  expect(screen.getByRole("link", { name: "Upgrade records" }).getAttribute("href")).toBe("/user/upgrade/record");
  expect(screen.queryByLabelText("From")).toBeNull(); // filters and the file are on that page
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(proofs()).toHaveLength(2));
  expect(proofs()[0]).toBe("/upgrade/detail?result=up-12");
  const open = dialog();
  if (open) fireEvent(open, new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(document.activeElement).toBe(button());
});

test("without upgrades it leads back to the hall, by closing", async () => {
  server.answers[RECORDS] = [page(0, 0, 0, 1)];
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole("button", { name: "Upgrade hall" }));
  await waitFor(() => expect(dialog()).toBeNull());
});

test("a visitor is asked to log in, and no player's upgrades are asked for", async () => {
  useSession.setState({ token: "", dialog: null });
  fireEvent.click(button());
  expect(useSession.getState().dialog).toBe("login");
  await Promise.resolve();
  expect(dialog()).toBeNull();
  expect(server.asked).not.toContain(RECORDS);
});
