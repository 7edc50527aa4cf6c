/**
 * What tests of whole screens share: a server that answers by path, a player who reads English, and a place in a
 * router.
 */
import { decode } from "@msgpack/msgpack";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, vi } from "vitest";
import { startLanguage } from "./i18n/setup.ts";
import type { ReadEvent } from "./net/topic-stream.ts";
import { queryClient } from "./state/query.ts";
import { useSession } from "./state/session.ts";

interface Post {
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

export interface FakeServer {
  /** Data by path, one after another, the last for ever; `{ errCode }` is a refusal. */
  readonly answers: Record<string, unknown[]>;
  readonly posts: Post[];
  /** Paths, in the order in which they were asked for. */
  readonly asked: string[];
}

/** Takes the place of fetch until the end of the test. */
export function fakeServer(answers: Record<string, unknown[]>): FakeServer {
  const server: FakeServer = { answers, posts: [], asked: [] };
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    const path = url.split("?")[0] ?? "";
    server.asked.push(path);
    if (method === "POST") {
      server.posts.push({ path, key: new Headers(headers).get("Idempotency-Key"), body: JSON.parse(String(body)) });
    }
    const queue = answers[path] ?? [];
    const data = queue.length > 1 ? queue.shift() : queue[0];
    const errCode = (data as { errCode?: number } | undefined)?.errCode ?? 0;
    return Response.json({
      code: errCode || 200,
      errCode,
      errMsg: errCode ? "refused" : "",
      data,
      sysTime: 1,
      msg: "",
    });
  });
  return server;
}

/** What a site says of itself at /.well-known/jadebox-trust.json, as it stands there. */
export const trustDocument = (key: string, source = "local", link = "0".repeat(64)) => ({
  format: "jadebox-trust/1",
  origin: "jadebox",
  policy: `log jadebox+00000001+${key}\nquorum none\n`,
  beacon: { source, anchors: [{ round: 0, rounds: 100, link }] },
});

/** What a player who draws is shown before (GET /api/fair/seed). */
export const commitment = (nonce = 0) => ({
  ...{ userSeed: "profile", epoch: 1, nonce, commit: "c0", nextServerHash: "h0", beaconSource: "local" },
  beaconRound: 4,
});

/** A player is logged in, nothing is known yet, and these texts are there in English. */
export async function englishPlayer(...namespaces: readonly string[]): Promise<void> {
  localStorage.setItem("language", "en");
  await startLanguage();
  await i18next.changeLanguage("en");
  await i18next.loadNamespaces([...namespaces, "ui", "shell"]);
  queryClient.clear();
  useSession.setState({ token: "t", dialog: null });
}

export function show(address: string, routes: RouteObject[]): void {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Stands for the reel: its phase can be read, and it settles when it is clicked. */
export const reelButton = ({ phase, onSettled }: { phase: string; onSettled: () => void }) => (
  <button type="button" onClick={onSettled}>
    {`reel ${phase}`}
  </button>
);

/** One message that a room of the server's own tests published (actors/room/roomtest/told.go). */
interface Told {
  /** What the room is after event `offset`; else that event. */
  readonly snapshot: boolean;
  readonly offset: number;
  readonly atMs: number;
  readonly type: number;
  readonly bodyBase64: string;
}

const recordings = import.meta.glob<readonly Told[]>("../../protocol/testdata/rooms/*.json", {
  eager: true,
  import: "default",
});

/**
 * How a page takes in what a room publishes: `read` is of the generated events, `apply` the feature's own, `shown`
 * what it shows.
 */
interface Fold<E, S> {
  readonly read: ReadEvent<E>;
  readonly apply: (room: S | null, event: E, atMs: number) => S | null;
  readonly shown: (room: S) => object | null;
}

/**
 * Asserts for every snapshot of a kind's recordings, of a room that was played to its end and of one that is void, that
 * it shows what the first snapshot and the events after it show.
 */
export function expectFoldOfEvents<E, S>(kind: string, fold: Fold<E, S>): void {
  for (const name of [kind, `${kind}-void`]) expectFold(name, fold);
}

function expectFold<E, S>(kind: string, { read, apply, shown }: Fold<E, S>): void {
  const list = recordings[`../../protocol/testdata/rooms/${kind}.json`] ?? [];
  let folded: S | null = null;
  let compared = 0;
  for (const { snapshot, offset, atMs, type, bodyBase64 } of list) {
    const event = read(type, decode(Uint8Array.from(atob(bodyBase64), (char) => char.charCodeAt(0))));
    if (event === null) throw new Error(`${kind}: event ${type} is unknown`);
    if (!snapshot || folded === null) {
      folded = apply(folded, event, atMs);
    } else {
      const asked = apply(null, event, 0);
      if (asked === null) throw new Error(`${kind}: snapshot ${type} shows nothing`);
      expect({ offset, ...atAnyTime(shown(folded)) }).toEqual({ offset, ...atAnyTime(shown(asked)) });
      compared += 1;
    }
  }
  expect(compared, `snapshots of ${kind}`).toBeGreaterThan(0);
}

/** Without what changes by itself. */
const atAnyTime = (room: object | null) => ({ ...room, serverTimeMs: 0, spectators: 0 });
