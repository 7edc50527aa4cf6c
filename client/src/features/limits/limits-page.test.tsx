import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { forgetServerTime, observeServerTime } from "../../net/clock.ts";
import { queryClient } from "../../state/query.ts";
import { useWallet } from "../../state/wallet.ts";
import { englishPlayer, fakeServer, show } from "../../test-kit.tsx";
import { limitsQuery } from "./api.ts";
import { LimitsPage } from "./limits-page.tsx";
import { storeVisit } from "./visit.ts";

const ALL = {
  limits: [],
  coolUntilMs: 0,
  since: { spentCents: 0, stakedCents: 0, wonCents: 0, netCents: 0, plays: 0 },
  raiseHours: 24,
  coolOffHours: [24],
  exclusionMonths: [6],
  checkMinutes: 30,
  serverTimeMs: 1,
};

afterEach(() => {
  vi.unstubAllGlobals();
  forgetServerTime();
  localStorage.clear();
});

test("what one is about to confirm stays while the page is read anew for a visit that has begun", async () => {
  await englishPlayer("limits");
  const server = fakeServer({ "/api/user/limits": [ALL] });
  show("/", [{ path: "/", Component: LimitsPage }]);
  fireEvent.click(await screen.findByRole("button", { name: "Exclude myself" }));
  fireEvent.click(screen.getByRole("checkbox"));
  const asked = server.asked.length;
  const now = Date.now();
  storeVisit({ player: "1", since: now, seen: now, told: now, every: 30 });
  act(() => useWallet.setState({ opId: "7" }));
  await waitFor(() => expect(server.asked.length).toBeGreaterThan(asked));
  expect((screen.getByRole("checkbox") as HTMLInputElement).checked).toBe(true);
});

test.each([0, -30 * 60_000, 30 * 60_000])(
  "a visit is asked for in the server's time, %i ms from this device's",
  async (offMs) => {
    await englishPlayer("limits");
    const now = Date.now();
    observeServerTime(now + offMs, now, now);
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return Response.json({ code: 200, errCode: 0, errMsg: "", data: ALL, sysTime: 0, msg: "" });
    });
    await queryClient.fetchQuery(limitsQuery(now - 60_000));
    await queryClient.fetchQuery(limitsQuery());
    const [visit, none] = asked.map((url) => Number(new URL(url, location.href).searchParams.get("since")));
    expect(Math.abs((visit ?? 0) - (now + offMs - 60_000))).toBeLessThan(2_000);
    expect(none).toBe(0);
  },
);
