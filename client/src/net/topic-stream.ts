/** One topic of the socket: where it stands, who hears it. Pure: it sends nothing and knows no socket. */
import type { EventEnvelope, Gap, Subscribed } from "../protocol/gen-wire.ts";
import type { ApiError } from "./api-error.ts";

/** Where an event stands in its topic. A greater epoch starts anew. */
export interface Place {
  readonly epoch: number;
  readonly offset: number;
}

/** Reads the events of a topic: `…Events` of gen-<topic>.ts. Null for one that this client does not know. */
export type ReadEvent<E> = (type: number, body: unknown) => E | null;

export interface Hearer<E> {
  /** atMs: when the server told it, in milliseconds since 1970; 0 with a snapshot, which says its own time. */
  hear(event: E, place: Place, atMs: number): void;
  refused?: ((error: ApiError) => void) | undefined;
}

/** What the socket keeps of a topic, whatever it tells. */
export interface TopicStream {
  readonly topic: string;
  readonly hearers: number;
  code: string;
  topicId: number;
  /** Last place seen; null asks for a snapshot. */
  place: Place | null;
  add(hearer: unknown): void;
  remove(hearer: unknown): void;
  subscribed(message: Subscribed): void;
  gap(message: Gap): void;
  /** False: something is missing, ask for a snapshot. */
  event(message: EventEnvelope): boolean;
  refused(error: ApiError): void;
}

export function topicStream<E>(topic: string, read: ReadEvent<E>): TopicStream {
  const hearers = new Set<Hearer<E>>();

  function deliver(type: number, body: unknown, place: Place, atMs = 0): void {
    const event = read(type, body);
    if (event === null) return; // of a newer server
    for (const hearer of [...hearers]) hearer.hear(event, place, atMs);
  }

  return {
    topic,
    code: "",
    topicId: 0,
    place: null,
    get hearers() {
      return hearers.size;
    },
    add(hearer) {
      hearers.add(hearer as Hearer<E>);
    },
    remove(hearer) {
      hearers.delete(hearer as Hearer<E>);
    },
    subscribed(message) {
      this.topicId = message.topicId;
      if (message.recovered) return; // goes on where it was
      this.place = { epoch: message.epoch, offset: message.offset };
      deliver(message.snapshotType, message.snapshot, this.place);
    },
    gap(message) {
      if (this.place !== null && message.epoch < this.place.epoch) return;
      this.place = { epoch: message.epoch, offset: message.offset };
      deliver(message.snapshotType, message.snapshot, this.place);
    },
    event(message) {
      const { epoch, offset } = message;
      if (this.place === null) return true; // a snapshot is on its way
      if (epoch < this.place.epoch || (epoch === this.place.epoch && offset <= this.place.offset)) return true;
      if (epoch > this.place.epoch || offset > this.place.offset + 1) return false;
      this.place = { epoch, offset };
      deliver(message.eventType, message.body, this.place, message.atMs);
      return true;
    },
    refused(error) {
      for (const hearer of [...hearers]) hearer.refused?.(error);
    },
  };
}
