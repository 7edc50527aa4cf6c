/** A server of the binary protocol for tests: what the client sent, decoded, and what it is sent. */
import { decode, encode } from "@msgpack/msgpack";
import {
  Bye,
  ErrorEnvelope,
  EventEnvelope,
  envelopeType,
  Gap,
  Pong,
  Reply,
  Subscribe,
  Subscribed,
  Welcome,
} from "../protocol/gen-wire.ts";
import type { SocketLike } from "./connection.ts";

export class FakeSocket implements SocketLike {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly sent: (readonly unknown[])[] = [];

  send(data: Uint8Array): void {
    this.sent.push(decode(data) as readonly unknown[]);
  }

  close(): void {
    this.closed = true;
  }

  /** Several tuples go as one message, as a flush does. */
  say(...tuples: unknown[]): void {
    const parts = tuples.map((t) => encode(t));
    const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    this.onmessage?.({ data: all.buffer });
  }

  welcome(playerId = ""): void {
    this.onopen?.();
    this.say(
      Welcome.toTuple({
        type: envelopeType.welcome,
        session: "s",
        playerId,
        serverTimeMs: Date.now(),
        pingAfterMs: 10_000,
      }),
    );
  }

  subscribes(): readonly Subscribe[] {
    return this.sent.filter((t) => t[0] === envelopeType.subscribe).map((t) => Subscribe.fromTuple(t));
  }

  /** Answers the last Subscribe for a topic. */
  answer(
    topic: string,
    topicId: number,
    epoch: number,
    offset: number,
    snapshotType: number,
    snapshot: unknown,
    recovered = false,
  ): void {
    const asked = this.subscribes().findLast((s) => s.topic === topic);
    if (asked === undefined) throw new Error(`nobody asked for ${topic}`);
    this.say(
      Subscribed.toTuple({
        type: envelopeType.subscribed,
        ref: asked.ref,
        topic,
        topicId,
        epoch,
        offset,
        recovered,
        snapshotType,
        snapshot,
      }),
    );
  }
}

export const eventTuple = (topicId: number, epoch: number, offset: number, eventType: number, body: unknown): unknown =>
  EventEnvelope.toTuple({ type: envelopeType.event, topicId, epoch, offset, atMs: 1, eventType, body });
export const gapTuple = (
  topicId: number,
  epoch: number,
  offset: number,
  snapshotType: number,
  snapshot: unknown,
): unknown => Gap.toTuple({ type: envelopeType.gap, topicId, epoch, offset, snapshotType, snapshot });
export const errorTuple = (ref: number, code: number): unknown =>
  ErrorEnvelope.toTuple({ type: envelopeType.error, ref, code, retryable: false, message: "no" });
export const byeTuple = (code: number, reconnectAfterMs: number): unknown =>
  Bye.toTuple({ type: envelopeType.bye, code, reconnectAfterMs });
export const pongTuple = (ref: number, serverTimeMs: number): unknown =>
  Pong.toTuple({ type: envelopeType.pong, ref, serverTimeMs });
export const replyTuple = (ref: number, data: unknown): unknown =>
  Reply.toTuple({ type: envelopeType.reply, ref, body: new TextEncoder().encode(JSON.stringify(data)) });
