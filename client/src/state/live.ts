/**
 * The live connection, loaded when the page has been painted: the socket and its codec are no part of what a visitor
 * waits for. Deliberately absent: what the topics mean.
 */
import type { SocketConfig } from "../net/socket.ts";
import type { ReadEvent } from "../net/topic-stream.ts";
import { useSession } from "./session.ts";

type Socket = typeof import("../net/socket.ts");

let config: SocketConfig | undefined;
let loading: Promise<Socket> | undefined;
let loaded: Socket | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Call once, before anything is followed. */
export function configureLive(next: SocketConfig): void {
  config = next;
}

/** The socket, with the player's session. Screens that use it directly wait for this first. */
export function live(): Promise<Socket> {
  loading ??= import("../net/socket.ts").then((socket) => {
    if (config) socket.configureSocket(config);
    useSession.subscribe((now, before) => {
      if (now.token !== before.token) socket.sessionChanged();
    });
    socket.socketStatus.subscribe(tell);
    loaded = socket;
    tell();
    return socket;
  });
  return loading;
}

/** A screen that uses the socket directly: it needs the player's session first. */
export const withLive =
  <T>(load: () => Promise<T>) =>
  () =>
    live().then(load);

/** Runs what no caller awaits. */
export const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
};

/** Subscribes to a topic after the first paint. Returns what ends the subscription. */
export function follow<E>(topic: string, read: () => Promise<ReadEvent<E>>, hear: (event: E) => void): () => void {
  let end: (() => void) | null = null;
  let ended = false;
  whenIdle(() => {
    if (ended) return;
    void Promise.all([live(), read()]).then(([socket, events]) => {
      if (!ended) end = socket.subscribe(topic, events, hear);
    });
  });
  return () => {
    ended = true;
    end?.();
  };
}

/** For useSyncExternalStore: true while the connection is interrupted. */
export const interruption = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => loaded?.socketStatus.get() === "interrupted",
} as const;
