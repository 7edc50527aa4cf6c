import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../i18n/setup.ts";
import { ApiError } from "../../net/http.ts";
import { errorCode, type LuckycardFlip, type LuckycardSnapshot } from "../../protocol/gen.ts";
import { TIERS } from "../../stage/tiers.ts";
import { isPlaying } from "../../state/playing.ts";
import { queryClient } from "../../state/query.ts";
import { type User, useSession } from "../../state/session.ts";
import { sound } from "../../ui/sound.ts";
import { toast, useToasts } from "../../ui/toast.ts";
import { LuckycardRoom } from "./room.tsx";
import { reload, takeFlip, useShown } from "./room-store.ts";

const calls = vi.hoisted(() => ({ flip: vi.fn(), view: vi.fn() }));
vi.mock("./api.ts", () => ({ flipCard: calls.flip, viewRoom: calls.view }));
vi.mock("./card-light.tsx", () => {
  throw new Error("it cannot be fetched"); // every flip here is made and seen without its light
});
vi.mock("../../net/socket.ts", () => ({ openTopic: () => () => {} }));

const flip = (place: number, playerId: string): LuckycardFlip => ({
  place,
  card: 2,
  def: 1,
  valueCents: 50,
  priceCents: 100,
  playerId,
  name: "p",
  avatar: "",
  bot: false,
  atMs: 0,
  resultId: `luckycard-4-${place}`,
});

const room = (flips: readonly LuckycardFlip[] = []): LuckycardSnapshot => ({
  card: {
    id: "4",
    deck: "dragon",
    status: "open",
    priceCents: 100,
    cards: 3,
    left: 3 - flips.length,
    topDef: 1,
    topCents: 500,
    returnPpm: 920_000,
    atMs: 0,
  },
  prizes: [{ def: 1, valueCents: 50, left: 3, total: 3 }],
  flips,
  commit: "c",
  root: "r",
  beaconSource: "",
  beaconRound: 1,
  contextHash: "",
  key: "",
  endedAtMs: 0,
  voidReason: "",
  resultId: "",
  spectators: 0,
  serverTimeMs: 0,
});

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

beforeEach(async () => {
  localStorage.setItem("language", "en");
  await startLanguage();
  await i18next.changeLanguage("en");
  await i18next.loadNamespaces(["luckycard", "ui", "shell"]);
  vi.useFakeTimers();
  vi.resetAllMocks();
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  useSession.setState({ token: "t", dialog: null, user: { id: "7" } as User });
  calls.view.mockResolvedValue(room());
  const router = createMemoryRouter([{ path: "/:id", element: <LuckycardRoom /> }], { initialEntries: ["/4"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await settle();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function turn(place: number): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: `Card ${place + 1}` }));
  fireEvent.click(screen.getByRole("button", { name: /^Turn card/ }));
  await settle();
}
/** Longer than a card takes to turn. */
const turned = () => act(() => vi.advanceTimersByTimeAsync(2_000));
const got = () => screen.queryByText(/^You got/);

test("nothing is put over a card while it is turned, and for a moment after", async () => {
  const answered = { as: (_: unknown) => {} };
  const answer = new Promise((resolve) => {
    answered.as = resolve;
  });
  calls.flip.mockReturnValue(answer);
  expect(isPlaying()).toBe(false);
  await turn(1);
  expect(isPlaying()).toBe(true);
  await act(async () => answered.as({ flip: flip(1, "7"), itemId: "1", over: false }));
  await settle();
  toast("a gift");
  expect(got()).toBeNull(); // not told before it is seen
  expect(useToasts.getState().toasts).toEqual([]);
  expect(isPlaying()).toBe(true);
  await turned();
  expect(got()).not.toBeNull();
  expect(isPlaying()).toBe(false);
  expect(useToasts.getState().toasts).toMatchObject([{ text: "a gift" }]);
});

test("neither odds nor list tell a card before its face does, which sounds and is felt by its tier", async () => {
  const [sting, felt] = [vi.spyOn(sound, "sting"), vi.fn()];
  vi.stubGlobal("navigator", { vibrate: felt });
  const left = () => screen.getByText("3 of 3 cards left");
  calls.flip.mockResolvedValue({ flip: { ...flip(1, "7"), valueCents: 1200 }, itemId: "1", over: false });
  await turn(1);
  expect(left()).not.toBeNull();
  expect(sting).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.queryByText("3 of 3 cards left")).toBeNull();
  expect([sting.mock.calls, felt.mock.calls]).toEqual([[["blaze"]], [[[...TIERS[3].haptics]]]]);
  fireEvent.pointerDown(screen.getByRole("list", { name: "Cards" })); // a tap shows the end
  await settle();
  expect(isPlaying()).toBe(false);
  expect(got()).not.toBeNull();
});

test("the bar has the odds of the flip that is shown, until it was seen or another card is chosen", async () => {
  const odds = (left: number) => screen.queryByText(`top prize, ${left} of ${left}`);
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: false });
  await turn(1);
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.queryByText("2 / 3")).not.toBeNull(); // its face is shown, and the list has what is left
  expect([odds(3) !== null, odds(2)]).toEqual([true, null]);
  await turned();
  expect([odds(3), odds(2), got() !== null]).toEqual([null, null, true]);
  fireEvent.click(screen.getByRole("button", { name: "Card 1" }));
  expect([odds(2) !== null, got()]).toEqual([true, null]); // what is paid next is paid by its own odds
});

test("while a card lies on its back the button turns no other", async () => {
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: false });
  await turn(1);
  fireEvent.click(screen.getByRole("button", { name: "Card 3" }));
  fireEvent.click(screen.getByRole("button", { name: "Turning…" }));
  await settle();
  expect(calls.flip).toHaveBeenCalledOnce();
});

test("neither the card nor the end of the room is told by an event that comes before the answer", async () => {
  const answered = { as: (_: unknown) => {} };
  const answer = new Promise((resolve) => {
    answered.as = resolve;
  });
  calls.flip.mockReturnValue(answer);
  await turn(1);
  const ended = room([flip(1, "7")]);
  calls.view.mockResolvedValue({
    ...ended,
    card: { ...ended.card, status: "over" },
    key: "k",
    resultId: "luckycard-4",
  });
  act(() => reload("4"));
  await settle();
  expect(renderHook(() => useShown("4")).result.current.room?.key).toBe("k");
  const told = () => [screen.queryByText("Key"), screen.queryByText("Verify the whole deck")];
  expect(screen.queryByRole("button", { name: "Card 2" })).not.toBeNull();
  expect(told()).toEqual([null, null]);
  await act(async () => answered.as({ flip: flip(1, "7"), itemId: "1", over: true }));
  await settle();
  expect(told()).toEqual([null, null]);
  await turned();
  expect(told()).not.toContain(null);
  expect(screen.queryByRole("button", { name: "Card 2" })).toBeNull();
});

test("the flip that ends the room is told although another card was picked before its face was seen", async () => {
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: true });
  await turn(1);
  await act(() => vi.advanceTimersByTimeAsync(100));
  fireEvent.click(screen.getByRole("button", { name: "Card 3" }));
  const ended = room([flip(1, "7")]);
  calls.view.mockResolvedValue({ ...ended, card: { ...ended.card, status: "over" } });
  act(() => reload("4"));
  await settle();
  expect(got()).toBeNull();
  await turned();
  expect(got()).not.toBeNull();
});

test("a key on the stage shows the end at once, unless it is one that is still held down", async () => {
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: false });
  await turn(1);
  const card = screen.getAllByRole("listitem")[1] as HTMLElement;
  fireEvent.keyDown(card, { key: "Enter", repeat: true });
  fireEvent.keyDown(screen.getByRole("button", { name: "Card 3" }), { key: " " }); // it chooses
  await settle();
  expect(isPlaying()).toBe(true);
  expect(fireEvent.keyDown(card, { key: " " })).toBe(false);
  await settle();
  expect([isPlaying(), got() !== null]).toEqual([false, true]);
  expect(fireEvent.keyDown(card, { key: " " })).toBe(true); // now it scrolls
});

test("a player who leaves in the middle of a flip does not take its sound along", async () => {
  const hush = vi.spyOn(sound, "hush");
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: false });
  await turn(1);
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(hush).not.toHaveBeenCalled();
  cleanup();
  expect(hush).toHaveBeenCalledOnce();
});

test("of one item at two values the list marks the one that was turned", async () => {
  const prizes = [50, 500].map((valueCents) => ({ def: 1, valueCents, left: 2, total: 2 }));
  calls.view.mockResolvedValue({ ...room(), prizes });
  act(() => reload("4"));
  await settle();
  calls.flip.mockResolvedValue({ flip: flip(1, "7"), itemId: "1", over: false });
  await turn(1);
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.getAllByText("now")).toHaveLength(1);
});

test("a lost answer: the room that is read anew says what was turned", async () => {
  calls.flip.mockRejectedValue(new TypeError("network"));
  calls.view.mockResolvedValue(room([flip(1, "7")]));
  await turn(1);
  await turned();
  expect(got()).not.toBeNull();
});

test("a lost answer: the socket says it, also later", async () => {
  calls.flip.mockRejectedValue(new TypeError("network"));
  await turn(1);
  expect(got()).toBeNull();
  act(() => takeFlip("4", flip(0, "7"))); // turned in another tab
  await turned();
  expect(got()).toBeNull();
  act(() => takeFlip("4", flip(1, "7")));
  await turned();
  expect(got()).not.toBeNull();
  expect(renderHook(() => useShown("4")).result.current.room?.flips).toHaveLength(2);
});

test("a card that another player has turned is nobody else's", async () => {
  calls.flip.mockRejectedValue(new TypeError("network"));
  await turn(1);
  act(() => takeFlip("4", flip(1, "8")));
  await turned();
  expect(got()).toBeNull();
});

test("a flip that was refused shows nothing, whatever the room says", async () => {
  calls.flip.mockRejectedValue(new ApiError(errorCode.luckycardTaken, "taken"));
  calls.view.mockResolvedValue(room());
  await turn(1);
  act(() => takeFlip("4", flip(1, "7")));
  await turned();
  expect(got()).toBeNull();
});

test("the next flip shows what it costs and gives back, whatever others have turned", async () => {
  expect(screen.getByText(/^Return of this flip: 92/)).not.toBeNull();
  act(() => takeFlip("4", flip(0, "8"))); // two of 50 are left: 50 over 0.92, rounded up
  expect(screen.getByText(/^Return of this flip: 90\.9/)).not.toBeNull();
  calls.flip.mockRejectedValue(new ApiError(errorCode.luckycardPrice, "old"));
  await turn(1);
  expect(calls.flip).toHaveBeenCalledWith("4", 1, 55, expect.any(String));
});
