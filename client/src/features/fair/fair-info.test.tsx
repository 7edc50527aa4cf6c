import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FAIR_KINDS } from "../../routes/kinds.ts";
import { closeOverlay, type FairGame, openOverlay } from "../../state/overlay.ts";
import { seedQuery } from "../../state/own-draws.ts";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
import { forget, recall } from "../../state/trust.ts";
import { englishPlayer, type FakeServer, fakeServer, trustDocument } from "../../test-kit.tsx";
import { FairButton } from "../../ui/fair-button.tsx";
import { FairInfo } from "./fair-info.tsx";
import "./fair-info-dialog.tsx"; // loading its code is no part of what is waited for

const TRUST = "/.well-known/jadebox-trust.json";
const SEED = {
  userSeed: "abc",
  epoch: 1,
  nonce: 0,
  commit: "5eed",
  beaconSource: "local",
  beaconRound: 3,
  nextServerHash: "4a5f",
};

let server: FakeServer;

beforeEach(async () => {
  await englishPlayer("fair", "help");
  server = fakeServer({});
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <FairButton onOpen={() => openOverlay("fair", { game: "battle", commit: "b0b0" })}>Fair</FairButton>
        <FairInfo />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  act(closeOverlay);
  forget();
  vi.unstubAllGlobals();
});

const open = async (game: FairGame) => {
  act(() => openOverlay("fair", { game }));
  await screen.findByRole("dialog", { name: "How it stays fair" });
};
const steps = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const codes = () => [...document.querySelectorAll("dialog code")].map(({ textContent }) => textContent);
const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("its button opens it over the page; Escape closes it and gives the focus back", async () => {
  const button = screen.getByRole("button", { name: "Fair" });
  button.focus();
  fireEvent.click(button);
  const dialog = await screen.findByRole("dialog", { name: "How it stays fair" });
  expect(codes()).toEqual(["b0b0"]);
  expect(address("Read how it works")).toBe("/page/instrutions");
  expect(address("Verify a result")).toBe("/fair/verify");
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});

test("commitment, random value, seed, number, proof", async () => {
  await open("box");
  expect(steps()).toEqual([
    "1 · We fix our secret",
    "2 · The random value",
    "3 · Your seed decides, too",
    "4 · One number, one item",
    "Check it",
  ]);
  expect(screen.getByText(/The first six characters of the hash, divided by ffffff/)).toBeTruthy();
});

test.each([
  ["upgrade", "Upgrade", true],
  ["roll", "Roll room", false],
  ["luckycard", "Lucky card", false],
  ["wish", "Wish room", false],
] as const)(
  "%s tells its own rule, and nothing of seeds or numbers that decide nothing there",
  async (game, name, of) => {
    await open(game);
    expect(steps()).toContain(name);
    expect(steps()).not.toContain("4 · One number, one item");
    expect(steps().includes("3 · Your seed decides, too")).toBe(of);
    expect(screen.queryAllByText(/divided by ffffff/)).toHaveLength(of ? 1 : 0);
  },
);

test.each(FAIR_KINDS)("%s has its own way to be told", async (kind) => {
  await open(kind);
  expect(steps().length).toBeGreaterThan(3); // commitment, random value, what is the kind's own, proof
});

test("the player's own commitment is there if the page has it; nothing of the player's is asked for", async () => {
  await open("box");
  expect(codes()).toEqual([]);
  act(() => void queryClient.setQueryData(seedQuery.queryKey, SEED));
  await waitFor(() => expect(codes()).toEqual(["5eed", "4a5f"]));
  await open("upgrade");
  await waitFor(() => expect(codes()).toEqual(["5eed"])); // the next hash is the next box's
  await open("wish");
  await waitFor(() => expect(codes()).toEqual([])); // a room has a commitment of its own
  await open("box");
  act(() => useSession.setState({ token: "" }));
  await waitFor(() => expect(codes()).toEqual([]));
  // The site's own keys are public and asked for once a visit: a visitor reads here first whose the random value is.
  expect(server.asked.filter((path) => path !== TRUST)).toEqual([]);
});

test.each(["drand", "local"] as const)(
  "the random value is told as %s's, also where no page knew it",
  async (source) => {
    vi.stubGlobal("fetch", async () => Response.json(trustDocument("key", source)));
    await open("box");
    await waitFor(() =>
      expect(document.querySelector("dialog [data-source]")).toHaveProperty("dataset.source", source),
    );
    await waitFor(() => expect(recall()?.logKey).toBe("jadebox+00000001+key"));
  },
);

test("a game that is over leads to its proof; what leads away closes it", async () => {
  act(() => openOverlay("fair", { game: "battle", commit: "b0b0", resultId: "battle-7" }));
  const verify = await screen.findByRole("link", { name: "Verify a result" });
  expect(verify.getAttribute("href")).toBe("/fair/verify?result=battle-7");
  expect(steps()).toContain("Battles");
  fireEvent.click(verify);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
