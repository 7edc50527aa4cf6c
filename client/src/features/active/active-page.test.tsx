import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer, show } from "../../test-kit.tsx";
import { ActivePage } from "./active-page.tsx";

const words = (text: string) => ({ zh: text, en: text, pt: text });
const home = {
  running: true,
  season: "test",
  page: "active",
  fromMs: 500_000,
  name: words("Harvest"),
  untilMs: 2_000_000,
  resetsMs: 1_500_000,
  radish: 7,
  claimable: 1,
  sysTime: 1_000_000,
};
const goals = (done: number, claimed: boolean) => ({
  goals: [{ type: 2, done, steps: [{ count: 3, tokens: 5, claimed }] }],
  leastCents: 100,
});
const none = { records: [], total: 0 };
const assists = { count: 0, dayMax: 5, tokens: 1, total: 0, received: 0, code: "ABC", friends: [] };

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer({
    "/api/activity/activity/home": [home],
    "/api/activity/activity/list": [goals(1, false)],
    "/api/activity/activity/box": [{ boxes: [] }],
    "/api/activity/box/record": [none],
    "/api/activity/assistance/count": [assists],
  });
  await englishPlayer("active", "account", "errors");
});

const slots = { reel: () => null, results: () => null, odds: () => null, fairness: null };
const enter = (address = "/page/active") => show(address, [{ path: "*", element: <ActivePage slots={slots} /> }]);

test("without an activity it says so, and what is kept", async () => {
  server.answers["/api/activity/activity/home"] = [{ ...home, running: false, radish: 2 }];
  enter();
  expect(await screen.findByText("No activity is running right now")).toBeDefined();
  expect(screen.getByText("You keep 2 radishes for the next season.")).toBeDefined();
  expect(screen.queryByText("Earned today")).toBeNull();
});

test("a season is at home on its page, and on the page of all", async () => {
  server.answers["/api/activity/activity/home"] = [{ ...home, page: "moonbox" }];
  enter("/moonbox");
  expect(await screen.findByRole("heading", { name: "Harvest" })).toBeDefined();
  expect(screen.getByText("Earned today")).toBeDefined();
});

test("the page of another season leads to the one that is running", async () => {
  server.answers["/api/activity/activity/home"] = [{ ...home, page: "moonbox" }];
  enter("/newyear2025");
  expect(await screen.findByText("The new-year activity is not open right now")).toBeDefined();
  expect(screen.getByRole("link", { name: "Harvest" }).getAttribute("href")).toBe("/moonbox");
  expect(screen.queryByText("Earned today")).toBeNull();
});

test("a season that has not begun says when it does, on its own page", async () => {
  const soon = { ...home, running: false, page: "newyear", fromMs: 1_000_000 + 3_600_000 };
  server.answers["/api/activity/activity/home"] = [soon];
  enter("/newyear2025");
  expect(await screen.findByRole("timer", { name: "The activity begins in" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Harvest" })).toBeNull();
});

test("a goal leads to play until it is reached; then it is claimed once", async () => {
  server.answers["/api/activity/activity/list"] = [goals(1, false), goals(3, false), goals(3, true)];
  server.answers["/api/activity/receive"] = [{ type: 2, steps: 1, tokens: 5, radish: 12 }];
  enter();
  expect(await screen.findByText("1 / 3")).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to: Battles" }).getAttribute("href")).toBe("/page/caseBattle");
  expect(screen.queryByRole("button", { name: /^Claim.*Battles/ })).toBeNull();
  await queryClient.invalidateQueries({ queryKey: ["mine", "active"] });
  const claim = await screen.findByRole("button", { name: /^Claim.*Battles/ });
  fireEvent.click(claim);
  fireEvent.click(claim);
  await waitFor(() => expect(document.querySelector('[data-goal="battle"]')?.getAttribute("data-state")).toBe("done"));
  expect(server.posts).toMatchObject([{ path: "/api/activity/receive", body: { type: 2 } }]);
});

test("a goal is claimed while another one is on its way", async () => {
  const [first] = goals(3, false).goals;
  server.answers["/api/activity/activity/list"] = [{ ...goals(0, false), goals: [first, { ...first, type: 5 }] }];
  server.answers["/api/activity/receive"] = [{ type: 2, steps: 1, tokens: 5, radish: 12 }];
  enter();
  fireEvent.click(await screen.findByRole("button", { name: /^Claim.*Battles/ }));
  fireEvent.click(screen.getByRole("button", { name: /^Claim.*Hash/ }));
  await waitFor(() => expect(server.posts.map(({ body }) => body)).toEqual([{ type: 2 }, { type: 5 }]));
});

test("a visitor sees what there is and is asked to log in", async () => {
  useSession.setState({ token: "" });
  server.answers["/api/activity/activity/list"] = [goals(0, false)];
  enter();
  fireEvent.click(await screen.findByRole("button", { name: "Log in to ask friends" }));
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.queryByText("What you have opened")).toBeNull();
  expect(server.posts).toEqual([]);
});

test("a friend's link asks for help, which is given once", async () => {
  const asker = { name: "alice01", avatar: "", full: false, self: false, helped: false };
  server.answers["/api/activity/assistance"] = [asker, { ...asker, helped: true }];
  enter("/page/active?assist=XYZ");
  fireEvent.click(await screen.findByRole("button", { name: "Help" }));
  expect(await screen.findByText("You have helped alice01 today. Thank you!")).toBeDefined();
  expect(server.posts).toMatchObject([{ path: "/api/activity/assistance", body: { code: "XYZ" } }]);
  expect(screen.queryByRole("button", { name: "Help" })).toBeNull();
});
