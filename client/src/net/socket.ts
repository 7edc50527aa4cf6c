/**
 * The multiplexed socket of the page: topics by name, each with its last (epoch, offset), so that a lost connection
 * costs the missed events and nothing else. Rules: protocol/SPEC.md. Deliberately absent: React, and what events mean.
 */
import { errorCode, limits, type ServerEnvelope } from "../protocol/gen.ts";
import { Command, envelopeType, Subscribe, Unsubscribe } from "../protocol/gen-wire.ts";
import { ApiError } from "./api-error.ts";
import { Connection, type SocketLike, type Status } from "./connection.ts";
import { type Hearer, type ReadEvent, type TopicStream, topicStream } from "./topic-stream.ts";

export type { Status } from "./connection.ts";

export interface SocketConfig {
  token(): string;
  language(): string;
  /** The server ended the session: drop the token. The socket then comes back as a visitor's. */
  onSessionEnded(code: number): void;
}

interface Call {
  resolve(data: unknown): void;
  reject(error: ApiError): void;
}

/** With no topic left the socket stays this long: the next page mostly has one. */
const LINGER_MS = 5_000;

export class TopicSocket {
  readonly #connection: Connection;
  readonly #streams = new Map<string, TopicStream>();
  readonly #asked = new Map<number, TopicStream>();
  readonly #waiting: TopicStream[] = [];
  readonly #calls = new Map<number, Call>();
  readonly #listeners = new Set<() => void>();
  #status: Status = "idle";
  #ref = 0;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(config: () => SocketConfig, connect: (protocol: string) => SocketLike) {
    this.#connection = new Connection({
      connect,
      token: () => config().token(),
      language: () => config().language(),
      onSessionEnded: (code) => config().onSessionEnded(code),
      onStatus: (status) => this.#setStatus(status),
      onWelcome: () => this.#resubscribe(),
      onEnvelope: (envelope) => this.#receive(envelope),
      onLost: () => this.#lost(),
    });
  }

  get status(): Status {
    return this.#status;
  }

  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the end of it. */
  open<E>(topic: string, read: ReadEvent<E>, hearer: Hearer<E>, code = ""): () => void {
    clearTimeout(this.#linger);
    const stream = this.#streams.get(topic) ?? topicStream(topic, read);
    this.#streams.set(topic, stream);
    stream.add(hearer);
    if (code !== "") stream.code = code;
    this.#connection.want();
    this.#ask(stream, false); // also for a second hearer: it needs the snapshot too
    let closed = false;
    return () => {
      if (closed) return;
      closed = true;
      stream.remove(hearer);
      if (stream.hearers === 0) this.#forget(stream);
    };
  }

  /** Runs a command: the HTTP call of the same name over the socket. */
  command(name: string, key: string, body: unknown): Promise<unknown> {
    if (!this.#connection.ready) return Promise.reject(new ApiError(0, "not connected"));
    const ref = this.#nextRef();
    return new Promise((resolve, reject) => {
      this.#calls.set(ref, { resolve, reject });
      const json = new TextEncoder().encode(JSON.stringify(body ?? {}));
      this.#connection.send(Command.toTuple({ type: envelopeType.command, ref, key, name, body: json }));
    });
  }

  /** The network or the page is back, or the player logged in or out. */
  hurry(): void {
    if (this.#streams.size > 0) this.#connection.hurry();
  }

  pause(): void {
    this.#connection.pause();
  }

  #setStatus(status: Status): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of [...this.#listeners]) listener();
  }

  #nextRef(): number {
    this.#ref = (this.#ref % 0xffff_ffff) + 1;
    return this.#ref;
  }

  #resubscribe(): void {
    for (const stream of this.#streams.values()) this.#ask(stream, true);
  }

  /** Subscribes now, or when one of the open questions is answered: the server takes so many at a time. */
  #ask(stream: TopicStream, recover: boolean): void {
    if (!recover) stream.place = null;
    if (!this.#connection.ready || this.#waiting.includes(stream)) return;
    this.#waiting.push(stream);
    this.#askNext();
  }

  #askNext(): void {
    while (this.#asked.size + this.#calls.size < limits.commandsInFlight) {
      const stream = this.#waiting.shift();
      if (stream === undefined) return;
      this.#unask(stream);
      const ref = this.#nextRef();
      this.#asked.set(ref, stream);
      const { place } = stream;
      this.#connection.send(
        Subscribe.toTuple({
          type: envelopeType.subscribe,
          ref,
          topic: stream.topic,
          recover: place !== null,
          epoch: place?.epoch ?? 0,
          offset: place?.offset ?? 0,
          code: stream.code,
        }),
      );
    }
  }

  /** The server answers only the last question about a topic, and none after Unsubscribe. */
  #unask(stream: TopicStream): void {
    for (const [ref, asked] of this.#asked) if (asked === stream) this.#asked.delete(ref);
  }

  #receive(envelope: ServerEnvelope): void {
    switch (envelope.kind) {
      case "subscribed": {
        const stream = this.#asked.get(envelope.value.ref);
        this.#asked.delete(envelope.value.ref);
        if (stream !== undefined && this.#isCurrent(stream)) stream.subscribed(envelope.value);
        this.#askNext();
        return;
      }
      case "event": {
        const stream = this.#byId(envelope.value.topicId);
        if (stream !== undefined && !stream.event(envelope.value)) this.#ask(stream, false);
        return;
      }
      case "gap":
        this.#byId(envelope.value.topicId)?.gap(envelope.value);
        return;
      case "reply": {
        const call = this.#takeCall(envelope.value.ref);
        call?.resolve(JSON.parse(new TextDecoder().decode(envelope.value.body)));
        return;
      }
      case "error":
        this.#failed(envelope.value.ref, new ApiError(envelope.value.code, envelope.value.message));
        return;
      case "welcome":
      case "pong":
      case "bye":
        return; // the connection's
    }
  }

  #failed(ref: number, error: ApiError): void {
    this.#takeCall(ref)?.reject(error);
    const stream = this.#asked.get(ref);
    if (stream === undefined) return;
    this.#asked.delete(ref);
    if (error.code === errorCode.busy || error.code === errorCode.rateLimited || error.code === errorCode.timeout) {
      setTimeout(() => {
        if (this.#isCurrent(stream)) this.#ask(stream, true);
      }, limits.sendRetryMs);
    } else {
      stream.refused(error);
    }
    this.#askNext();
  }

  #takeCall(ref: number): Call | undefined {
    const call = this.#calls.get(ref);
    this.#calls.delete(ref);
    if (call !== undefined) this.#askNext();
    return call;
  }

  #isCurrent(stream: TopicStream): boolean {
    return this.#streams.get(stream.topic) === stream;
  }

  #byId(topicId: number): TopicStream | undefined {
    for (const stream of this.#streams.values()) if (stream.topicId === topicId) return stream;
    return undefined;
  }

  #forget(stream: TopicStream): void {
    if (!this.#isCurrent(stream)) return;
    this.#streams.delete(stream.topic);
    this.#unask(stream);
    if (this.#connection.ready) {
      this.#connection.send(
        Unsubscribe.toTuple({ type: envelopeType.unsubscribe, ref: this.#nextRef(), topic: stream.topic }),
      );
    }
    if (this.#streams.size > 0) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => this.#connection.release(), LINGER_MS);
  }

  #lost(): void {
    this.#asked.clear();
    this.#waiting.length = 0;
    for (const stream of this.#streams.values()) stream.topicId = 0;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(new ApiError(0, "connection lost"));
  }
}

let config: SocketConfig = { token: () => "", language: () => "zh", onSessionEnded: () => undefined };

export function configureSocket(next: SocketConfig): void {
  config = next;
}

function address(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

const socket = new TopicSocket(
  () => config,
  (protocol) => new WebSocket(address(), protocol) as unknown as SocketLike,
);

if (typeof window !== "undefined") {
  addEventListener("online", () => socket.hurry());
  addEventListener("offline", () => socket.pause());
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") socket.hurry();
  });
}

/** Subscribes to a topic: its snapshot, then its events. Returns the end of it. */
export function subscribe<E>(topic: string, read: ReadEvent<E>, hear: (event: E) => void): () => void {
  return socket.open(topic, read, { hear });
}

/** subscribe with an invite code, refusals and times. */
export function openTopic<E>(topic: string, read: ReadEvent<E>, hearer: Hearer<E>, code = ""): () => void {
  return socket.open(topic, read, hearer, code);
}

/** Tell the socket that the player logged in or out. */
export function sessionChanged(): void {
  socket.hurry();
}

/** For useSyncExternalStore. */
export const socketStatus = {
  subscribe: (listener: () => void): (() => void) => socket.onStatus(listener),
  get: (): Status => socket.status,
} as const;
