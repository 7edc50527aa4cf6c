import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { errorCode } from "../../protocol/gen.ts";
import { useCatalog } from "../../state/catalog.ts";
import { ownDraws } from "../../state/own-draws.ts";
import { useProblem } from "../../state/problem.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { useWallet } from "../../state/wallet.ts";
import { commitment, englishPlayer, type FakeServer, fakeServer, reelButton, show } from "../../test-kit.tsx";
import { BoxPage } from "./box-page.tsx";

const words = (text: string) => ({ zh: text, en: text, pt: text });
const item = { id: 5, brand: words("Talon"), name: words("Nebula"), rarity: "rare", category: "knife" };
const detail = {
  box: {
    id: 3,
    slug: "vault",
    name: words("Vault"),
    tagline: words("Locked"),
    type: "csgo",
    tags: [],
    accent: "#fff",
    image: "/b.webp",
    priceCents: 1000,
    topDefs: [5],
    weight: 1,
  },
  oddsHash: "h",
  oddsVersion: 1,
  expectedCents: 920,
  returnPpm: 920000,
  entries: [{ def: 5, weight: 100000000, valueCents: 920, tickets: 16777216, lo: 0, hi: 16777215 }],
};
const opened = {
  results: [{ resultId: "9-0", itemId: "77", def: 5, valueCents: 920, n: 0 }],
  next: { epoch: 1, nonce: 1, serverHash: "h1" },
  balanceCents: 4000,
  bagCount: 1,
};

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer({
    "/api/box/3": [detail],
    "/api/box/3/recent": [{ drops: [] }],
    "/api/fair/seed": [commitment()],
  });
  await englishPlayer("box");
  useSession.setState({ user: { id: "9" } as User });
  useProblem.setState({ problem: null });
  useWallet.setState({ gemsCents: 5000, bagCount: 0 });
  useCatalog.setState({
    items: new Map([[5, { ...item, priceCents: 920, image: "/i.webp", thumb: "/t.webp" }]]),
    status: "ready",
  });
  enter("/steer/case?box=3");
  await screen.findByText("reel idle");
});

const enter = (address: string) =>
  show(address, [{ path: "/steer/case/:id?", element: <BoxPage fairness={null} reel={reelButton} /> }]);

const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("return and expected value stand before the button that spends", () => {
  expect(screen.getByText("92.00%")).toBeDefined();
  const facts = screen.getByText("Expected value");
  const open = screen.getByRole("button", { name: /^Open/ });
  expect(facts.compareDocumentPosition(open) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("nothing is told before the reel has shown it; then it can be sold once", async () => {
  server.answers["/api/box/3/open"] = [opened];
  server.answers["/api/bag/sell"] = [{ soldCents: 920, count: 1, balanceCents: 4920, bagCount: 0 }];
  press(/^Open/);
  await screen.findByText("reel spinning");
  expect(screen.queryByRole("region", { name: "What you got" })).toBeNull();
  expect(useWallet.getState()).toMatchObject({ gemsCents: 4000, bagCount: 1 });
  press(/reel/);
  await screen.findByRole("region", { name: "What you got" });
  press(/^Sell/);
  await waitFor(() => expect(useWallet.getState().gemsCents).toBe(4920));
  expect(screen.getByRole("button", { name: "Sold" })).toHaveProperty("disabled", true);
  const userSeed = ownDraws()[0]?.userSeed;
  expect(userSeed).toMatch(/^[0-9a-z]{16}$/);
  expect(server.posts.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: "/api/box/3/open", body: { count: 1, priceCents: 1000, oddsHash: "h", commit: "c0", userSeed } },
    { path: "/api/bag/sell", body: { items: ["77"] } },
  ]);
});

test("a double click opens once", async () => {
  server.answers["/api/box/3/open"] = [opened];
  press(/^Open/);
  press(/^Open/);
  await screen.findByText("reel spinning");
  press(/^Opening/);
  expect(server.posts).toHaveLength(1);
});

test("too few gems opens the popup and changes nothing", async () => {
  server.answers["/api/box/3/open"] = [{ errCode: errorCode.funds }];
  press(/^Open/);
  await waitFor(() => expect(useProblem.getState().problem?.code).toBe(errorCode.funds));
  expect(screen.getByText("reel idle")).toBeDefined();
  expect(useWallet.getState().gemsCents).toBe(5000);
  expect(server.posts).toHaveLength(1);
});

test("while the public value is not out the same opening is asked for again", async () => {
  server.answers["/api/box/3/open"] = [{ errCode: errorCode.beaconWait }, opened];
  press(/^Open/);
  await screen.findByText("reel spinning", {}, { timeout: 4000 });
  expect(server.posts).toHaveLength(2);
  expect(server.posts[1]?.key).toBe(server.posts[0]?.key);
});

test("under a discount the page shows and pays the price that the server names", async () => {
  cleanup();
  queryClient.clear();
  server.answers["/api/activity/time"] = [
    { discount: 5, endsAtMs: Date.now() + 60_000, chartEndsAtMs: 0, sysTime: Date.now() },
  ];
  server.answers["/api/box/3/price"] = [{ priceCents: 947 }]; // no rounding of the page's own comes to this
  server.answers["/api/box/3/open"] = [opened];
  enter("/steer/case?box=3");
  await screen.findByRole("button", { name: /^Open.*9\.47/ });
  press(/^Open/);
  await screen.findByText("reel spinning");
  expect(server.posts.map(({ body }) => body)).toMatchObject([{ count: 1, priceCents: 947, oddsHash: "h" }]);
});

test("a visitor is asked to log in, and nothing is sent", () => {
  useSession.setState({ token: "" });
  press(/^Open/);
  expect(useSession.getState().dialog).toBe("login");
  expect(server.posts).toEqual([]);
});

test.each(["/steer/case/3", "/steer/case?box=3"])("%s shows the box", async (address) => {
  cleanup();
  enter(address);
  await screen.findByText("reel idle");
});

test.each(["/steer/case?box=vault", "/steer/case?box=0", "/steer/case/3x", "/steer/case"])(
  "%s names no box: the server is not asked",
  async (address) => {
    cleanup();
    server.asked.length = 0;
    enter(address);
    await screen.findByText("This box does not exist or is no longer on sale.");
    expect(server.asked.filter((path) => path.startsWith("/api/box/"))).toEqual([]);
  },
);
