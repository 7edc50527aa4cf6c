import { renderHook } from "@testing-library/react";
import { StrictMode, useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../net/http.ts";
import type { Hearer } from "../net/topic-stream.ts";
import { roomStore } from "./room-store.ts";

interface Stream {
  readonly topic: string;
  readonly code: string;
  readonly hearer: Hearer<string>;
  closed: boolean;
}

const { streams } = vi.hoisted(() => ({ streams: [] as Stream[] }));
vi.mock("../net/socket.ts", () => ({
  openTopic(topic: string, _: unknown, hearer: Hearer<string>, code: string) {
    const stream = { topic, code, hearer, closed: false };
    streams.push(stream);
    return () => {
      stream.closed = true;
    };
  },
}));

interface Asked {
  readonly id: string;
  readonly code: string;
  answer(room: string): Promise<void>;
  refuse(error: unknown): Promise<void>;
}

const settled = () => new Promise<void>((done) => setTimeout(done));
const PRIVATE = new ApiError(7, "private");

/** A store whose room is the list of what it was told, and the calls that it made, to be answered by hand. */
function made() {
  const asked: Asked[] = [];
  const view = (id: string, code: string) =>
    new Promise<string>((resolve, reject) => {
      asked.push({
        ...{ id, code },
        answer(room) {
          resolve(room);
          return settled();
        },
        refuse(error) {
          reject(error);
          return settled();
        },
      });
    });
  const add = (room: string, told: string) => room + told;
  const store = roomStore(
    (id) => `dice:${id}`,
    () => null as unknown as string,
    {
      ...{ empty: "", known: (room: string) => room !== "", view },
      ...{ applyAnswer: add, applyEvent: add, problems: new Map([[7, "private"]] as const) },
    },
  );
  return { store, asked, shown: () => store.useRoom.getState() };
}

/** The one at that place. */
function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`no ${place} among ${list.length}`);
  return found;
}

beforeEach(() => {
  streams.length = 0;
});

test("the answer about a room that was left is not taken, by the next one or by none", async () => {
  const { store, asked, shown } = made();
  const close = store.openRoom("1");
  store.openRoom("2");
  await at(asked, 0).answer("first");
  expect(shown()).toEqual({ id: "2", room: "", problem: null });
  close();
  expect(shown().id).toBe("2");
  await at(asked, 1).answer("second");
  expect(shown()).toEqual({ id: "2", room: "second", problem: null });
});

test("a room to which one comes back takes only what was asked since", async () => {
  const { store, asked, shown } = made();
  store.openRoom("1")();
  store.openRoom("2")();
  const close = store.openRoom("1");
  await at(asked, 0).answer("old");
  expect(shown()).toEqual({ id: "1", room: "", problem: null });
  await at(asked, 2).answer("new");
  expect(shown().room).toBe("new");
  close();
  expect(shown()).toEqual({ id: "", room: "", problem: null });
});

test("a refusal of a viewer who had no code is none of one who has it", async () => {
  const { store, asked, shown } = made();
  store.openRoom("1")();
  store.openRoom("1", "code");
  expect(asked.map(({ code }) => code)).toEqual(["", "code"]);
  await at(asked, 0).refuse(PRIVATE);
  expect(shown().problem).toBeNull();
});

test("the end of an older opening of the same room leaves the newer one on screen", async () => {
  const { store, asked, shown } = made();
  const older = store.openRoom("1");
  store.openRoom("1", "code");
  await at(asked, 1).answer("mine");
  older();
  expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
  expect(shown()).toEqual({ id: "1", room: "mine", problem: null });
});

test("a refusal is a problem before a room is known, and none after", async () => {
  const { store, asked, shown } = made();
  store.openRoom("1");
  await at(asked, 0).refuse(new DOMException("left", "AbortError"));
  expect(shown().problem).toBeNull();
  at(streams, 0).hearer.refused?.(PRIVATE);
  expect(shown().problem).toBe("private");
  at(streams, 0).hearer.hear("snapshot", 0);
  expect(shown()).toEqual({ id: "1", room: "snapshot", problem: null });
  store.reload("1");
  await at(asked, 1).refuse(new Error("no network"));
  expect(shown()).toEqual({ id: "1", room: "snapshot", problem: null });
});

test("an effect that runs twice shows the room of the second, by one stream", async () => {
  const { store, asked } = made();
  const { result, rerender, unmount } = renderHook(
    ({ id }) => {
      useEffect(() => store.openRoom(id), [id]);
      return store.useShown(id);
    },
    { wrapper: StrictMode, initialProps: { id: "1" } },
  );
  expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
  await at(asked, 0).answer("first");
  expect(result.current.room).toBe("");
  await at(asked, 1).answer("second");
  await vi.waitFor(() => expect(result.current).toEqual({ id: "1", room: "second", problem: null }));
  rerender({ id: "2" });
  expect(result.current).toEqual({ id: "2", room: "", problem: null });
  unmount();
  expect(store.useRoom.getState().id).toBe("");
});

test("of the room before nothing is shown at the first look at the next", () => {
  const { store } = made();
  store.openRoom("1");
  at(streams, 0).hearer.hear("snapshot", 0);
  const seen = renderHook(() => [store.useShown("1"), store.useShown("2")].map(({ room }) => room));
  expect(seen.result.current).toEqual(["snapshot", ""]);
});
