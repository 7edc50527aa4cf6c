/** One topic of the socket: where it stands, who hears it. Pure: it sends nothing and knows no socket. */
import {
  decodeEvent,
  type EventEnvelope,
  type EventsByTopic,
  type Gap,
  type Subscribed,
  type TopicKind,
} from "../protocol/gen-wire.ts";
import type { ApiError } from "./api-error.ts";

/** Where an event stands in its topic. A greater epoch starts anew. */
export interface Place {
  readonly epoch: number;
  readonly offset: number;
}

export interface Hearer<K extends TopicKind> {
  hear(event: EventsByTopic[K], place: Place): void;
  refused?: ((error: ApiError) => void) | undefined;
}

/** What the socket keeps of a topic, whatever its kind. */
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

export function topicStream<K extends TopicKind>(topic: string, kind: K): TopicStream {
  const hearers = new Set<Hearer<K>>();

  function deliver(type: number, body: unknown, place: Place): void {
    const event = decodeEvent[kind](type, body);
    if (event === null) return; // of a newer server
    for (const hearer of [...hearers]) hearer.hear(event, place);
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
      hearers.add(hearer as Hearer<K>);
    },
    remove(hearer) {
      hearers.delete(hearer as Hearer<K>);
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
      deliver(message.eventType, message.body, this.place);
      return true;
    },
    refused(error) {
      for (const hearer of [...hearers]) hearer.refused?.(error);
    },
  };
}
