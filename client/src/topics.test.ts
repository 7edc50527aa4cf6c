import { expect, test } from "vitest";
import { topics } from "./protocol/gen-topics.ts";
import { liveEvents } from "./state/live-events.ts";

const code = import.meta.glob<string>(["./**/*.{ts,tsx}", "!./protocol/gen*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const texts = (tests: boolean) =>
  Object.entries(code)
    .filter(([file]) => file.includes(".test.") === tests)
    .map(([, text]) => text);
const sources = texts(false);
const tests = texts(true);

const files = Object.keys(import.meta.glob("../../protocol/testdata/rooms/*.json"));
const recorded = files.flatMap((file) => /\/([a-z]+)\.json$/.exec(file)?.[1] ?? []);
const voids = files.flatMap((file) => /\/([a-z]+)-void\.json$/.exec(file)?.[1] ?? []);

test("every topic is followed with its own reader, so that no news of the server is left unread", () => {
  const names = Object.keys(topics);
  expect(names.length).toBeGreaterThan(7);
  const followed = (name: string) =>
    new RegExp(`\\btopics\\.${name}(\\([^)]*\\))?,\\s*(${name}Events|liveEvents\\.${name})\\b`);
  const unread = names.filter((name) => !sources.some((text) => followed(name).test(text)));
  expect(unread, "topics of protocol/ that nothing folds").toEqual([]);
});

test("a reader that comes with the socket is its topic's own", async () => {
  const all: Readonly<Record<string, unknown>> = await import("./protocol/gen.ts");
  for (const [name, read] of Object.entries(liveEvents)) {
    expect(await read(), name).toBe(all[`${name}Events`] ?? "none");
  }
});

test("what the rooms of every kind tell is recorded, and a test of the client folds each recording", () => {
  const rooms = Object.entries(topics).flatMap(([name, topic]) => (typeof topic === "function" ? [name] : []));
  expect(rooms.length).toBeGreaterThan(3);
  expect(
    rooms.filter((kind) => !recorded.includes(kind)),
    "rooms without protocol/testdata/rooms/<kind>.json",
  ).toEqual([]);
  expect(
    recorded.filter((kind) => !voids.includes(kind)),
    "kinds without a room that is void, <kind>-void.json",
  ).toEqual([]);
  expect(
    recorded.filter((kind) => !tests.some((text) => text.includes(`expectFoldOfEvents("${kind}"`))),
    "recordings without expectFoldOfEvents",
  ).toEqual([]);
});
