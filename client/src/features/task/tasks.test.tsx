import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { errorCode } from "../../protocol/gen.ts";
import { claimKey } from "../../state/own-draws.ts";
import { type User, useSession } from "../../state/session.ts";
import { commitment, englishPlayer, type FakeServer, fakeServer, reelButton, show } from "../../test-kit.tsx";
import { FreePage } from "./free-page.tsx";
import { TasksPage } from "./tasks-page.tsx";
import type { FreeReel } from "./use-free-opening.ts";

const box = (change: object = {}) => ({
  id: 1,
  name: "Daily spender",
  kind: 0,
  boxType: 4,
  task: 6,
  codeMap: 1000,
  amount: 1000,
  flag: false,
  claimable: true,
  reset: false,
  image: "",
  endsAtMs: Date.now() + 3_600_000,
  reward: { rewardTypeEnum: "debris", rewardNum: 10 },
  ...change,
});
const hashBox = (change: object = {}) =>
  box({
    id: 11,
    name: "Daily opener",
    boxType: 0,
    task: 7,
    codeMap: 5,
    amount: 2,
    claimable: false,
    image: "/b.webp",
    reward: null,
    ...change,
  });
const result = { activityRewardType: "skins", receiveNum: 1, resultId: "9-0", itemId: "77", def: 5, valueCents: 20 };
const details = {
  id: 11,
  name: "Daily opener",
  image: "/b.webp",
  accent: "#fff",
  oddsHash: "0dd5",
  stuffVOList: [
    { def: 5, weight: 1e8, valueCents: 20, tickets: 16777216, startProbability: 0, endProbability: 16777215 },
  ],
};

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer({ "/api/task/details": [details], "/api/fair/seed": [commitment()] });
  await englishPlayer("task");
  useSession.setState({ user: { id: "9" } as User });
});
afterEach(cleanup);

const tasks = (...list: object[]) => ({ flag: false, list, sysTime: Date.now() });

/** The table that the reel is drawn from. */
let reelOdds: FreeReel["odds"] = [];
const reel = (slot: FreeReel) => {
  reelOdds = slot.odds;
  return reelButton(slot);
};
const enter = (address: string) =>
  show(address, [
    { path: "/page/task", element: <TasksPage /> },
    { path: "/freeSKins/:boxId", element: <FreePage reel={reel} odds={() => null} /> },
  ]);

test("a double click claims once, and then the button says so", async () => {
  const claimed = box({ flag: true, claimable: false, reset: true });
  server.answers["/api/task/task/info"] = [tasks(box(), hashBox()), tasks(claimed, hashBox())];
  server.answers["/api/task/openTaskGive"] = [
    [{ ...result, activityRewardType: "debris", receiveNum: 10, resultId: "", itemId: "" }],
  ];
  enter("/page/task");
  const button = await screen.findByRole("button", { name: "Claim: Daily spender" });
  fireEvent.click(button);
  fireEvent.click(button);
  const done = await screen.findByRole("button", { name: "Claimed: Daily spender" });
  expect(done).toHaveProperty("disabled", true);
  expect(server.posts).toMatchObject([{ path: "/api/task/openTaskGive", body: { boxId: 1 } }]);
  expect(screen.getByRole("link", { name: "Use a reset card" }).getAttribute("href")).toBe("/user/cards");
  expect(screen.getByRole("progressbar", { name: "Classic boxes opened: 2 / 5" })).toBeTruthy();
});

test("a claim that was refused is told, and the boxes are asked for again", async () => {
  server.answers["/api/task/task/info"] = [tasks(box()), tasks(box({ amount: 0, claimable: false }))];
  server.answers["/api/task/openTaskGive"] = [{ errCode: errorCode.taskNotDone }];
  enter("/page/task");
  fireEvent.click(await screen.findByRole("button", { name: "Claim: Daily spender" }));
  expect(await screen.findByRole("link", { name: "Go there: Daily spender" })).toBeTruthy();
});

test("a visitor sees the boxes and is asked to log in", async () => {
  useSession.setState({ token: "" });
  server.answers["/api/home/task/box"] = [[box({ amount: 0, claimable: false })]];
  enter("/page/task");
  fireEvent.click(await screen.findByRole("button", { name: "Log in: Daily spender" }));
  expect(useSession.getState().dialog).toBe("login");
  expect(server.posts).toEqual([]);
});

test("a free box is opened once; the result is told when the reel rests", async () => {
  server.answers["/api/task/task/info"] = [
    tasks(hashBox({ amount: 5, claimable: true })),
    tasks(hashBox({ amount: 5, flag: true })),
  ];
  server.answers["/api/task/open"] = [{ errCode: errorCode.beaconWait }, [result]];
  enter("/freeSKins/11");
  const button = await screen.findByRole("button", { name: "Open for free" });
  fireEvent.click(button);
  fireEvent.click(button);
  const spinning = await screen.findByRole("button", { name: "reel spinning" }, { timeout: 5000 });
  expect(reelOdds).toMatchObject([{ def: 5, tickets: 16777216 }]);
  expect(screen.queryByText("The item is in your backpack.")).toBeNull();
  fireEvent.click(spinning);
  expect(await screen.findByText("The item is in your backpack.")).toBeTruthy();
  expect(server.posts).toHaveLength(2); // the second because the first had to wait for the public value
  expect(server.posts[0]?.body).toMatchObject({ boxId: 11, userSeed: expect.stringMatching(/^[0-9a-z]{16}$/) });
  expect(server.posts[0]?.body).toMatchObject({ oddsHash: "0dd5", commit: commitment().commit });
  expect(server.posts[1]?.body).toEqual(server.posts[0]?.body);
  await waitFor(() => expect(screen.getByRole("button", { name: "Opened" })).toHaveProperty("disabled", true));
});

test("a free box that may have been drawn is asked for again, and not shown by another table than it was", async () => {
  const before = { key: claimKey(11), player: "9", epoch: 1, n: 0, count: 1, commit: "c0", userSeed: "lantern7" };
  const asked = { ...before, oddsHash: "01d", stakeCents: 0, atMs: Date.now(), results: [], refused: false };
  localStorage.setItem("ownDraws", JSON.stringify([asked]));
  server.answers["/api/task/task/info"] = [tasks(hashBox({ amount: 5, claimable: true }))];
  server.answers["/api/task/open"] = [[result]];
  enter("/freeSKins/11");
  fireEvent.click(await screen.findByRole("button", { name: "Open for free" }));
  expect(await screen.findByRole("button", { name: "reel spinning" })).toBeTruthy();
  expect(server.posts).toHaveLength(1);
  expect(server.posts[0]?.body).toMatchObject({ oddsHash: "01d", userSeed: "lantern7" });
  expect(reelOdds).toEqual([]);
});

test("a box that is not done says what is missing, and an unknown one that it is none", async () => {
  server.answers["/api/task/task/info"] = [tasks(hashBox())];
  enter("/freeSKins/11");
  expect(await screen.findByText("2 / 5")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Open for free" })).toBeNull();
  cleanup();
  server.answers["/api/task/details"] = [{ errCode: errorCode.taskGone }];
  enter("/freeSKins/99");
  expect(await screen.findByText("There is no such box, or not any more.")).toBeTruthy();
});
