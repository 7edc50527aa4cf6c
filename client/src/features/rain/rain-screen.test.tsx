import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../i18n/setup.ts";
import { serverNow } from "../../net/clock.ts";
import type { RainRound } from "../../protocol/gen.ts";
import { RainScreen } from "./rain-screen.tsx";

const heard = vi.hoisted(() => ({ bed: vi.fn(), coin: vi.fn(), vibrate: vi.fn(), mine: vi.fn(), claim: vi.fn() }));
vi.mock("./api.ts", () => ({ myPackets: heard.mine, claimPacket: heard.claim, myAmount: vi.fn() }));
vi.mock("../../ui/haptics.ts", () => ({ vibrate: heard.vibrate }));
vi.mock("../../ui/sound.ts", () => ({
  sound: { bed: heard.bed, tick: vi.fn(), coin: heard.coin, denied: vi.fn() },
}));
vi.mock("../../state/settings.ts", () => ({ useReducedMotion: () => true }));

const packet = { id: "1", opensAtMs: 0, claimed: false, valueCents: 0, resultId: "" };

beforeEach(async () => {
  localStorage.setItem("language", "en");
  await startLanguage();
  await i18next.changeLanguage("en");
  await i18next.loadNamespaces(["rain", "ui"]);
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

const started = (): RainRound =>
  ({ id: "3", startsAtMs: serverNow(), endsAtMs: serverNow() + 9_000, durationMs: 9_000 }) as RainRound;

/** A rain of one packet, whose claim is answered when the test says so. */
function falls() {
  const round = started();
  heard.mine.mockResolvedValue({ round, packets: [packet] });
  const answered = { as: (_: object) => {} };
  const answer = new Promise<object>((resolve) => {
    answered.as = resolve;
  });
  heard.claim.mockReturnValue(answer);
  const { unmount } = render(<RainScreen round={round} phase="falling" onClose={() => undefined} />);
  return { answered, unmount };
}

test("a rain has its bed of sound while packets fall, asked for anew, and a packet that opens is felt once", async () => {
  const { answered, unmount } = falls();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(heard.bed.mock.calls.length).toBeGreaterThan(1); // a player who unmutes in the middle hears it
  expect(heard.bed).not.toHaveBeenCalledWith(false);
  const open = screen.getByRole("button", { name: "Claim packet 1" });
  fireEvent.click(open);
  fireEvent.click(open);
  expect(heard.vibrate).not.toHaveBeenCalled(); // it may be refused
  await act(async () => answered.as({ packet: "1", valueCents: 5, resultId: "rain-3" }));
  expect(heard.vibrate.mock.calls).toEqual([[[12]]]);
  unmount();
  expect(heard.bed).toHaveBeenLastCalledWith(false);
});

test("a packet that opens after its rain was left is neither heard nor felt on the next page", async () => {
  const { answered, unmount } = falls();
  await act(() => vi.advanceTimersByTimeAsync(0));
  fireEvent.click(screen.getByRole("button", { name: "Claim packet 1" }));
  unmount();
  await act(async () => answered.as({ packet: "1", valueCents: 5, resultId: "rain-3" }));
  expect([heard.coin.mock.calls, heard.vibrate.mock.calls]).toEqual([[], []]);
});
