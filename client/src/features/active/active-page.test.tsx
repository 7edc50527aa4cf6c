import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../i18n/setup.ts";
import { queryClient } from "../../state/query.ts";
import { useSession } from "../../state/session.ts";
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

let answers: Record<string, unknown[]>;
let posted: [path: string, body: unknown][];

beforeEach(async () => {
  posted = [];
  answers = {
    "/api/activity/activity/home": [home],
    "/api/activity/list": [goals(1, false)],
    "/api/activity/box": [{ boxes: [] }],
    "/api/activity/box/record": [none],
    "/api/activity/assistance/count": [assists],
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = url.split("?")[0] ?? "";
    if (init.method === "POST") posted.push([path, JSON.parse(String(init.body))]);
    const queue = answers[path] ?? [];
    const data = queue.length > 1 ? queue.shift() : queue[0];
    return Response.json({ code: 200, errCode: 0, errMsg: "", data, sysTime: 1, msg: "" });
  });
  localStorage.setItem("language", "en");
  await startLanguage();
  await i18next.changeLanguage("en");
  await i18next.loadNamespaces(["active", "account", "errors", "ui", "shell"]);
  queryClient.clear();
  useSession.setState({ token: "t", dialog: null });
});

function show(path = "/page/active") {
  const slots = { reel: () => null, results: () => null, odds: () => null, fairness: null };
  const router = createMemoryRouter([{ path: "*", element: <ActivePage slots={slots} /> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("without an activity it says so, and what is kept", async () => {
  answers["/api/activity/activity/home"] = [{ ...home, running: false, radish: 2 }];
  show();
  expect(await screen.findByText("No activity is running right now")).toBeDefined();
  expect(screen.getByText("You keep 2 radishes for the next season.")).toBeDefined();
  expect(screen.queryByText("Earned today")).toBeNull();
});

test("a season is at home on its page, and on the page of all", async () => {
  answers["/api/activity/activity/home"] = [{ ...home, page: "moonbox" }];
  show("/moonbox");
  expect(await screen.findByRole("heading", { name: "Harvest" })).toBeDefined();
  expect(screen.getByText("Earned today")).toBeDefined();
});

test("the page of another season leads to the one that is running", async () => {
  answers["/api/activity/activity/home"] = [{ ...home, page: "moonbox" }];
  show("/newyear2025");
  expect(await screen.findByText("The new-year activity is not open right now")).toBeDefined();
  expect(screen.getByRole("link", { name: "Harvest" }).getAttribute("href")).toBe("/moonbox");
  expect(screen.queryByText("Earned today")).toBeNull();
});

test("a season that has not begun says when it does, on its own page", async () => {
  const soon = { ...home, running: false, page: "newyear", fromMs: 1_000_000 + 3_600_000 };
  answers["/api/activity/activity/home"] = [soon];
  show("/newyear2025");
  expect(await screen.findByRole("timer", { name: "The activity begins in" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Harvest" })).toBeNull();
});

test("a goal leads to play until it is reached; then it is claimed once", async () => {
  answers["/api/activity/list"] = [goals(1, false), goals(3, false), goals(3, true)];
  answers["/api/activity/receive"] = [{ type: 2, steps: 1, tokens: 5, radish: 12 }];
  show();
  expect(await screen.findByText("1 / 3")).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to: Battles" }).getAttribute("href")).toBe("/page/caseBattle");
  expect(screen.queryByRole("button", { name: /^Claim.*Battles/ })).toBeNull();
  await queryClient.invalidateQueries({ queryKey: ["mine", "active"] });
  const claim = await screen.findByRole("button", { name: /^Claim.*Battles/ });
  fireEvent.click(claim);
  fireEvent.click(claim);
  await waitFor(() => expect(document.querySelector('[data-goal="battle"]')?.getAttribute("data-state")).toBe("done"));
  expect(posted).toEqual([["/api/activity/receive", { type: 2 }]]);
});

test("a visitor sees what there is and is asked to log in", async () => {
  useSession.setState({ token: "" });
  answers["/api/activity/list"] = [goals(0, false)];
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Log in to ask friends" }));
  expect(useSession.getState().dialog).toBe("login");
  expect(screen.queryByText("What you have opened")).toBeNull();
  expect(posted).toEqual([]);
});

test("a friend's link asks for help, which is given once", async () => {
  const asker = { name: "alice01", avatar: "", full: false, self: false, helped: false };
  answers["/api/activity/assistance"] = [asker, { ...asker, helped: true }];
  show("/page/active?assist=XYZ");
  fireEvent.click(await screen.findByRole("button", { name: "Help" }));
  expect(await screen.findByText("You have helped alice01 today. Thank you!")).toBeDefined();
  expect(posted).toEqual([["/api/activity/assistance", { code: "XYZ" }]]);
  expect(screen.queryByRole("button", { name: "Help" })).toBeNull();
});
