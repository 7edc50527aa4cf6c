import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { cycleHash } from "../../fairness/cycle.ts";
import { englishPlayer, type FakeServer, fakeServer, show } from "../../test-kit.tsx";
import { ActivePage } from "./active-page.tsx";
import { litPath, phaseOf } from "./moon-phase.tsx";

const words = (text: string) => ({ zh: text, en: text, pt: text });
const sha = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

/** A table of one item; its text as the README of the formats has it. */
const table = (box: number) =>
  sha(`BOX1/odds\nbox=${box}\nversion=1\nentries=1\nitem=5\nweight=100000000\nvalue-cents=184\n`);
const nights = Array.from({ length: 28 }, (_, i) => ({
  ...{ night: i + 1, box: 201 + i, version: 1, oddsHash: table(201 + i), name: words(`Moon ${i + 1}`), image: "" },
  ...{ topDef: 5, topCents: 1000 + i, expectedCents: 184 },
}));
const fromMs = 500_000;
const lines = nights.map(({ night, box, oddsHash }) => `night=${night}\nbox=${box}\nversion=1\nodds=${oddsHash}\n`);
const hash = sha(`BOX1/cycle\nseason=moon\nfrom-ms=${fromMs}\ntokens=30\nnights=28\n${lines.join("")}`);
const cycle = {
  ...{ season: "moon", fromMs, tokens: 30, hash, committedMs: 400_000, night: 5, endsMs: 2_000_000, nights },
  sysTime: 1_000_000,
};
const home = {
  ...{ running: true, season: "moon", page: "moonbox", name: words("Mid-autumn"), fromMs, untilMs: 9_000_000 },
  ...{ resetsMs: 2_000_000, radish: 40, claimable: 0, sysTime: 1_000_000 },
};
const card = (id: number) => ({
  ...{ id, slug: "", name: words(`Moon ${id - 200}`), tagline: words(""), type: "hash", tags: [], accent: "#fff" },
  ...{ image: "", priceCents: 0, topDefs: [5], weight: 0 },
});
const detail = (id: number, open: boolean) => ({
  ...{ box: card(id), tokens: 30, expectedCents: 184, tokenPpm: 61_333, oddsHash: table(id), oddsVersion: 1, open },
  entries: [{ def: 5, weight: 100_000_000, valueCents: 184, tickets: 16_777_216, lo: 0, hi: 16_777_215 }],
});

/** The code that computes is fetched when it is needed. */
const PATIENCE = { timeout: 10_000 };

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer({
    "/api/activity/activity/home": [home],
    "/api/activity/activity/list": [{ goals: [], leastCents: 100 }],
    "/api/activity/activity/box": [{ boxes: [{ box: card(205), tokens: 30, expectedCents: 184, tokenPpm: 61_333 }] }],
    "/api/activity/cycle": [cycle],
    "/api/activity/box/details": [detail(205, true)],
    "/api/activity/box/record": [{ records: [], total: 0 }],
    "/api/activity/assistance/count": [
      { count: 0, dayMax: 5, tokens: 1, total: 0, received: 0, code: "ABC", friends: [] },
    ],
  });
  await englishPlayer("active", "account", "errors");
});

const slots = {
  reel: () => null,
  results: () => null,
  odds: (entries: readonly unknown[]) => <p>{`${entries.length} lines of odds`}</p>,
  fairness: null,
};
const enter = (address = "/moonbox") => show(address, [{ path: "*", element: <ActivePage slots={slots} /> }]);
const night = (n: number) => screen.findByRole("button", { name: new RegExp(`^Night ${n},`) });

test("tonight's box leads the page, and its night is marked in a calendar of 28", async () => {
  enter();
  expect((await screen.findByRole("link", { name: /^Open the box/ }, PATIENCE)).getAttribute("href")).toBe(
    "/moonbox?box=205",
  );
  expect(screen.getByText("Night 5 · Waxing crescent")).toBeDefined();
  expect(await screen.findByRole("timer", { name: "The next night begins in" })).toBeDefined();
  expect(screen.getAllByRole("button", { name: /^Night \d+,/ })).toHaveLength(28);
  expect((await night(5)).getAttribute("aria-current")).toBe("date");
  expect(document.querySelectorAll("[data-night][aria-current]")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Night 15, Full moon, up to 10.14 gems: show the odds" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Activity boxes" })).toBeNull(); // the calendar has it
});

test("the device computes the commitment itself, and says when it is another", async () => {
  expect(cycleHash(cycle)).toBe(hash);
  enter();
  expect(await screen.findByText(/this hash from the 28 nights: it is right/, {}, PATIENCE)).toBeDefined();
  expect(screen.getByText(hash)).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a cycle that is not what was committed is told as such", async () => {
  const [first, second, ...rest] = nights;
  server.answers["/api/activity/cycle"] = [{ ...cycle, committedMs: 0, nights: [second, first, ...rest] }];
  enter();
  const alerts = await waitFor(() => {
    const found = screen.getAllByRole("alert");
    expect(found).toHaveLength(2);
    return found.map(({ textContent }) => textContent);
  }, PATIENCE);
  expect(alerts[0]).toContain("another hash");
  expect(alerts[1]).toContain("not in the public log");
});

test("each night opens its table of odds with its hash", async () => {
  server.answers["/api/activity/box/details"] = [detail(208, false)];
  enter();
  fireEvent.click(await night(8));
  const dialog = within(await screen.findByRole("dialog", { name: "Night 8", hidden: true }));
  expect(await dialog.findByText("1 lines of odds")).toBeDefined();
  expect(dialog.getByText(table(208))).toBeDefined();
  expect(dialog.getByText("In 3 nights")).toBeDefined();
  expect(await dialog.findByText(/computed this hash from the table below/, {}, PATIENCE)).toBeDefined();
});

test("a table that has another hash than the committed one is told as such", async () => {
  server.answers["/api/activity/box/details"] = [detail(208, false)];
  enter();
  fireEvent.click(await night(9)); // the server answers with the table of night 8
  const dialog = within(await screen.findByRole("dialog", { name: "Night 9", hidden: true }));
  expect((await dialog.findByRole("alert", { hidden: true }, PATIENCE)).textContent).toContain("another hash");
});

test("before the season begins every table is there, and no night is tonight", async () => {
  const soon = { ...home, running: false, fromMs: 9_000_000, untilMs: 90_000_000 };
  server.answers["/api/activity/activity/home"] = [soon];
  enter();
  expect(await night(28)).toBeDefined();
  expect(document.querySelector("[data-night][aria-current]")).toBeNull();
  expect(screen.queryByRole("link", { name: /^Open the box/ })).toBeNull();
});

test("the box of another night can be looked at, not opened", async () => {
  server.answers["/api/activity/box/details"] = [detail(204, false)];
  enter("/moonbox?box=204");
  expect(await screen.findByText(/^This is the box of another night/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Open/ })).toBeNull();
  expect(screen.getByRole("link", { name: "To tonight's box" }).getAttribute("href")).toBe("/moonbox");
  expect(screen.getByText("1 lines of odds")).toBeDefined();
  expect(server.posts).toEqual([]);
});

test("the moon waxes on its right, is full in the middle and wanes", () => {
  expect([1, 2, 7, 8, 9, 14, 15, 16, 21, 22, 23, 28].map(phaseOf)).toEqual([
    ...["new", "waxingCrescent", "waxingCrescent", "firstQuarter", "waxingGibbous", "waxingGibbous"],
    ...["full", "waningGibbous", "waningGibbous", "lastQuarter", "waningCrescent", "waningCrescent"],
  ]);
  expect(() => phaseOf(29)).toThrow();
  expect(litPath(1)).toBe("M0-10A10 10 0 0 1 0 10A10.00 10 0 0 0 0-10z"); // there and back again: nothing
  expect(litPath(8)).toMatch(/A0\.00 /);
  expect(litPath(15)).toBe("M0-10A10 10 0 0 1 0 10A10.00 10 0 0 1 0-10z");
  expect(litPath(28)).toBe(litPath(2)); // mirrored where it is drawn
});
