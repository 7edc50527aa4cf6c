import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Notices } from "../features/notice/notices.tsx";
import { RollHomeBlock } from "../features/roll/home-block.tsx";
import { queryClient } from "../state/query.ts";
import { useSession } from "../state/session.ts";
import { useSignDot } from "../state/sign.ts";
import { useTasksClaimable } from "../state/tasks.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../test-kit.tsx";

const MINUTE_MS = 60_000;
const TASKS = "/api/task/task/info";
const NOTICES = "/api/home/is/new";
const ROLLS = "/api/home/rooms";
const SIGN = "/api/newActivity/baseActivityValid";

let server: FakeServer;

/** What the side bar and the header follow. */
function Player() {
  useTasksClaimable();
  useSignDot();
  return null;
}

beforeEach(async () => {
  await englishPlayer("roll");
  server = fakeServer({
    [TASKS]: [{ flag: false, list: [] }],
    [NOTICES]: [1],
    [ROLLS]: [[]],
    [SIGN]: ["obtain"],
    "/api/home/notice": [[]],
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const times = (path: string) => server.asked.filter((asked) => asked === path).length;

async function visit(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/page/drop"]}>
        <Player />
        <Notices />
        <RollHomeBlock />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(100);
}

test("tasks, notices and roll rooms are asked for every 60 s", async () => {
  await visit();
  expect([TASKS, NOTICES, ROLLS].map(times)).toEqual([1, 1, 1]);
  await pass(MINUTE_MS - 1000);
  expect([TASKS, NOTICES, ROLLS].map(times)).toEqual([1, 1, 1]);
  await pass(2000);
  expect([TASKS, NOTICES, ROLLS].map(times)).toEqual([2, 2, 2]);
  await pass(MINUTE_MS);
  expect([TASKS, NOTICES, ROLLS].map(times)).toEqual([3, 3, 3]);
});

test("a visitor's page asks for no task and no sign-in", async () => {
  useSession.setState({ token: "", user: null });
  await visit();
  await pass(3 * MINUTE_MS);
  expect([TASKS, SIGN].map(times)).toEqual([0, 0]);
  expect(times(NOTICES)).toBe(4);
});
