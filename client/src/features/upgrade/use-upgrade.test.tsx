import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownDraws } from "../../state/own-draws.ts";
import { isPlaying } from "../../state/playing.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { commitment, fakeServer } from "../../test-kit.tsx";
import { useUpgrade } from "./use-upgrade.ts";

const play = vi.hoisted(() => vi.fn());
vi.mock("./api.ts", () => ({ play }));

const body = { items: ["1"], gemsCents: 0, target: 2, targetCents: 100, rateE8: 50_000_000, startE8: 0 };
const answer = {
  won: false,
  itemId: "",
  rateE8: 50_000_000,
  result: { resultId: "1-0", v: 1, n: 0 },
  next: { epoch: 1, nonce: 1, serverHash: "h1" },
  rewards: [],
  balanceCents: 0,
  bagCount: 0,
};
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

beforeEach(() => {
  vi.resetAllMocks();
  useSession.setState({ token: "t", dialog: null, user: { id: "9" } as User });
  queryClient.clear();
  fakeServer({ "/api/fair/seed": [commitment()] });
});
afterEach(() => vi.unstubAllGlobals());

test("nothing is put over the wheel, nor over its result", async () => {
  play.mockResolvedValue(answer);
  const { result, unmount } = renderHook(useUpgrade, { wrapper });
  expect(isPlaying()).toBe(false);
  await act(() => result.current.start(body, 50));
  expect([result.current.phase, isPlaying()]).toEqual(["spinning", true]);
  act(() => result.current.shown());
  expect([result.current.phase, isPlaying()]).toEqual(["settled", true]);
  act(() => result.current.close());
  expect(isPlaying()).toBe(false);
  await act(() => result.current.start(body, 50));
  unmount(); // a player who leaves in the middle is free
  expect(isPlaying()).toBe(false);
});

test("the upgrade is drawn by a seed of the device and the commitment that was shown, and its terms are kept", async () => {
  play.mockResolvedValue(answer);
  const { result } = renderHook(useUpgrade, { wrapper });
  await act(() => result.current.start(body, 50));
  expect(play.mock.calls[0]?.[0]).toEqual({
    ...{ ...body, userSeed: expect.stringMatching(/^[0-9a-z]{16}$/), commit: commitment().commit },
  });
  expect(ownDraws()).toMatchObject([{ upgrade: body, stakeCents: 50, results: ["1-0"] }]);
});

test("after a refusal the player is free", async () => {
  play.mockRejectedValue(new TypeError("network"));
  const { result } = renderHook(useUpgrade, { wrapper });
  await act(() => result.current.start(body, 50));
  expect([result.current.phase, isPlaying()]).toEqual(["idle", false]);
});
