/**
 * One WebSocket that comes back by itself: reconnects (specification §9: 2 s after a failure, 3 s after a close), pings
 * after 10 s of silence, survives sleep, hidden tabs and network changes. Handles envelopes, but no topics.
 */
import { decodeMulti } from "@msgpack/msgpack";
import { limits } from "../protocol/gen.ts";
import {
  closeCode,
  decodeEnvelope,
  envelopeType,
  Hello,
  Ping,
  type ServerEnvelope,
  SUBPROTOCOL,
} from "../protocol/gen-wire.ts";
import { observeServerTime } from "./clock.ts";
import { encodeFrame, type FrameValue } from "./frame.ts";

export type Status = "idle" | "connecting" | "open" | "interrupted";

/** The part of WebSocket that is used; tests give a fake. */
export interface SocketLike {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(data: Uint8Array): void;
  close(): void;
}

export interface ConnectionOptions {
  /** Makes the socket; a test's is a fake. */
  connect(protocol: string): SocketLike;
  token(): string;
  language(): string;
  /** The server ended the session (403, 104: the token is worth nothing any more) or is closed (1000). */
  onSessionEnded(code: number): void;
  onStatus(status: Status): void;
  /** Hello is answered: subscribe again. */
  onWelcome(): void;
  onEnvelope(envelope: ServerEnvelope): void;
  /** The socket is gone, whatever was open on it is lost. */
  onLost(): void;
}

/** Numbers of a goodbye that are for the player: the session is over, or the site is closed. */
const TELLING: ReadonlySet<number> = new Set([403, 104, 1000]);

const JITTER_MS = 1_000;
/** A timer this late ran in a frozen tab: the silence it sees proves nothing. */
const FROZEN_MS = 5_000;

export class Connection {
  readonly #options: ConnectionOptions;
  #socket: SocketLike | null = null;
  #welcome = false;
  #wanted = false;
  #token = "";
  /** The token that the server refused: not tried again. */
  #refused: string | null = null;
  #broken = false;
  #byeMs = -1;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #heardMs = 0;
  #pingMs = 0;
  #pingRef = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get ready(): boolean {
    return this.#welcome;
  }

  /** Connects unless it is connected with the current token. */
  want(): void {
    this.#wanted = true;
    if (this.#socket !== null && this.#token !== this.#options.token()) this.#drop();
    if (this.#socket === null) this.#connect();
  }

  /** Closes until it is wanted again. */
  release(): void {
    this.#wanted = false;
    this.#drop();
    this.#options.onStatus("idle");
  }

  /** The network is back, the tab is seen again, the player logged in: no reason to wait. */
  hurry(): void {
    if (!this.#wanted) return;
    if (this.#welcome && this.#token === this.#options.token()) this.#ping();
    else if (this.#socket === null || this.#token !== this.#options.token()) this.want();
  }

  /** The network is gone. */
  pause(): void {
    if (!this.#wanted) return;
    this.#drop();
    this.#options.onStatus("interrupted");
  }

  send(tuple: unknown): void {
    this.#socket?.send(encodeFrame(tuple as readonly FrameValue[]));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const token = this.#options.token();
    if (!this.#wanted || this.#broken || (this.#refused !== null && this.#refused === token)) return;
    this.#token = token;
    this.#byeMs = -1;
    this.#options.onStatus("connecting");
    let opened = false;
    const socket = this.#options.connect(SUBPROTOCOL);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      opened = true;
      this.#heardMs = Date.now();
      this.#pingMs = Date.now(); // Welcome answers Hello as Pong answers Ping
      this.send(Hello.toTuple({ type: envelopeType.hello, token, language: this.#options.language() }));
      this.#listen();
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onerror = () => undefined; // a close follows
    socket.onclose = ({ code }) => this.#closed(code, opened);
  }

  #receive(data: unknown): void {
    this.#heardMs = Date.now();
    try {
      if (!(data instanceof ArrayBuffer)) throw new TypeError("a text message");
      for (const tuple of decodeMulti(data)) {
        const envelope = decodeEnvelope(tuple);
        if (envelope !== null) this.#dispatch(envelope);
        if (this.#socket === null) return; // a hearer ended it
      }
    } catch {
      // Not the protocol: most likely a server of another version. Start anew, with snapshots.
      this.#drop();
      this.#later(limits.reconnectCloseMs);
    }
  }

  #dispatch(envelope: ServerEnvelope): void {
    switch (envelope.kind) {
      case "welcome":
        this.#welcome = true;
        this.#clock(envelope.value.serverTimeMs);
        this.#options.onStatus("open");
        this.#options.onWelcome();
        return;
      case "pong":
        if (envelope.value.ref === this.#pingRef) this.#clock(envelope.value.serverTimeMs);
        return;
      case "bye":
        this.#byeMs = envelope.value.reconnectAfterMs;
        if (envelope.value.code === 403 || envelope.value.code === 104) this.#refused = this.#token;
        if (TELLING.has(envelope.value.code)) this.#options.onSessionEnded(envelope.value.code);
        return;
      default:
        this.#options.onEnvelope(envelope);
    }
  }

  #clock(serverTimeMs: number): void {
    if (this.#pingMs > 0) observeServerTime(serverTimeMs, this.#pingMs, Date.now());
    this.#pingMs = 0;
  }

  #closed(code: number, opened: boolean): void {
    const byeMs = this.#byeMs;
    this.#drop();
    if (code === closeCode.broken) this.#broken = true; // the client's bug: coming back would repeat it
    this.#later(byeMs > 0 ? byeMs : opened ? limits.reconnectCloseMs : limits.reconnectFailMs);
  }

  #later(ms: number): void {
    if (!this.#wanted) return;
    this.#options.onStatus("interrupted");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms + Math.random() * JITTER_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    this.#socket = null;
    this.#welcome = false;
    this.#pingMs = 0;
    socket.close();
    this.#options.onLost();
  }

  /** Looks again when the silence may have lasted long enough. */
  #listen(): void {
    clearTimeout(this.#watch);
    const waitMs =
      this.#pingMs > 0 ? limits.pongWithinMs : Math.max(1, this.#heardMs + limits.pingAfterMs - Date.now());
    const dueMs = Date.now() + waitMs;
    this.#watch = setTimeout(() => {
      const lateMs = Date.now() - dueMs;
      const silentMs = Date.now() - this.#heardMs;
      if (this.#pingMs > 0 && silentMs >= limits.pongWithinMs && lateMs < FROZEN_MS) {
        this.#drop();
        this.#later(limits.reconnectCloseMs);
        return;
      }
      if (silentMs >= limits.pingAfterMs) this.#ping();
      else this.#listen();
    }, waitMs);
  }

  #ping(): void {
    this.#pingMs = Date.now();
    this.#pingRef = (this.#pingRef + 1) >>> 0;
    this.send(Ping.toTuple({ type: envelopeType.ping, ref: this.#pingRef }));
    this.#listen();
  }
}
