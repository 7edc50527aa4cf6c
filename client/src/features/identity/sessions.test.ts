import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../state/session.ts";
import { englishPlayer, type FakeServer, fakeServer } from "../../test-kit.tsx";
import { useToasts } from "../../ui/toast.ts";
import { deviceOf, type NewDevice, type OwnSession, placeOf, tellNewDevice } from "./sessions.ts";

const session = (change: Partial<OwnSession>): OwnSession => ({
  id: "1",
  browser: "Firefox",
  system: "Linux",
  network: "203.0.113.0/24",
  country: "",
  atMs: 1_000,
  seenMs: 1_000,
  current: false,
  ...change,
});

const device = (atMs: number): NewDevice => ({ ...session({}), atMs, ended: true });

let server: FakeServer;
const told = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(async () => {
  await englishPlayer("identity");
  localStorage.clear();
  useToasts.setState({ toasts: [] });
  useSession.setState({ token: "t" });
  server = fakeServer({});
});
afterEach(() => vi.unstubAllGlobals());

test("a device that says nothing of itself has no name, and an old session no place", () => {
  expect(deviceOf(session({}))).toBe("Firefox · Linux");
  expect(deviceOf(session({ system: "" }))).toBe("Firefox");
  expect(deviceOf(session({ browser: "", system: "" }))).toBe("");
  expect(placeOf(session({ country: "BR" }))).toBe("203.0.113.0/24 · BR");
  expect(placeOf(session({ network: "" }))).toBe("");
});

test("a login on a new device is told once, and none of before this one's own", async () => {
  server.answers["/api/user/sessions"] = [[session({ id: "own", current: true, atMs: 5_000 })]];
  server.answers["/api/user/sessions/new"] = [[{ ...device(5_000), current: true, ended: false }, device(4_000)]];
  await tellNewDevice("1");
  expect(told()).toEqual([]);
  server.answers["/api/user/sessions/new"] = [[device(7_000), device(5_000), device(4_000)]];
  await tellNewDevice("1");
  expect(told()).toHaveLength(1);
  expect(told()[0]).toMatch(/^A new device logged in to your account: Firefox · Linux, 203\.0\.113\.0\/24, /);
  useToasts.setState({ toasts: [] });
  await tellNewDevice("1");
  expect(told()).toEqual([]);
});

test("a thief who ends the session of this device, and then the own, is told after the next login", async () => {
  server.answers["/api/user/sessions"] = [[session({ id: "own", current: true, atMs: 5_000 })]];
  server.answers["/api/user/sessions/new"] = [[]];
  await tellNewDevice("1");
  server.answers["/api/user/sessions"] = [[session({ id: "again", current: true, atMs: 9_000 })]];
  server.answers["/api/user/sessions/new"] = [[device(7_000)]];
  await tellNewDevice("2"); // another account of this browser, whose first visit this is
  expect(told()).toEqual([]);
  await tellNewDevice("1");
  expect(told()).toHaveLength(1);
});
