/**
 * One topic of the socket: its position and its listeners. Order is kept here alone, so that listeners keep no
 * numbers. Pure: it sends nothing and uses no socket.
 */
import type { EventEnvelope, Gap, Subscribed } from "../protocol/gen-wire.ts";
import type { ApiError } from "./api-error.ts";

/** Where an event stands in its topic. A greater epoch starts anew. */
interface Place {
  readonly epoch: number;
  readonly offset: number;
}

const isBefore = (a: Place, b: Place): boolean => a.epoch < b.epoch || (a.epoch === b.epoch && a.offset < b.offset);

/** Reads the events of a topic: `…Events` of gen-<topic>.ts. Null for one of a newer server, unknown here. */
export type ReadEvent<E> = (type: number, body: unknown) => E | null;

export interface Hearer<E> {
  /**
   * A snapshot first, then what followed it, in order, each once. What was missed comes as another snapshot, on one
   * socket never as an older one. atMs: when the server published it, in milliseconds since 1970; 0 with a snapshot,
   * which has its own time.
   */
  hear(event: E, atMs: number): void;
  refused?: ((error: ApiError) => void) | undefined;
}

/** What the socket keeps of a topic, whatever it carries. */
export interface TopicStream {
  readonly topic: string;
  readonly hearers: number;
  code: string;
  /** On this socket; 0 until subscribed. */
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
  /**
   * The last place delivered to each: a late hearer's snapshot may be one that the server made a moment ago, when
   * the others are further.
   */
  const hearers = new Map<Hearer<E>, { place: Place | null }>();
  /** The last event that could not be read. */
  let unread: Place | null = null;

  function tell(event: E, atMs: number, place: Place, isNews: (heard: Place | null) => boolean): void {
    for (const [hearer, heard] of [...hearers]) {
      if (!isNews(heard.place)) continue;
      heard.place = place;
      hearer.hear(event, atMs);
    }
  }

  function start(stream: TopicStream, { epoch, offset, snapshotType, snapshot }: Subscribed | Gap): void {
    const place = { epoch, offset };
    stream.place = place;
    const event = read(snapshotType, snapshot);
    if (event !== null) tell(event, 0, place, (heard) => heard === null || !isBefore(place, heard));
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
      hearers.set(hearer as Hearer<E>, { place: null });
    },
    remove(hearer) {
      hearers.delete(hearer as Hearer<E>);
    },
    subscribed(message) {
      const anew = this.topicId === 0;
      this.topicId = message.topicId;
      if (message.recovered) return; // goes on where it was
      if (anew) {
        // The first on this socket replaces all that was known: the topic may be another player's by now.
        for (const heard of hearers.values()) heard.place = null;
        unread = null;
      }
      start(this, message);
    },
    gap(message) {
      if (this.place !== null && message.epoch < this.place.epoch) return;
      start(this, message);
    },
    event(message) {
      const { epoch, offset } = message;
      const place = { epoch, offset };
      if (this.place === null) return true; // a snapshot is on its way
      if (!isBefore(this.place, place)) return true;
      if (epoch > this.place.epoch || offset > this.place.offset + 1) return false;
      this.place = place;
      const event = read(message.eventType, message.body);
      if (event !== null) {
        tell(event, message.atMs, place, (heard) => heard !== null && isBefore(heard, place));
        return true;
      }
      // It may have changed anything. One question is enough: after a snapshot from before it, it comes once more.
      if (unread !== null && !isBefore(unread, place)) return true;
      unread = place;
      return false;
    },
    refused(error) {
      for (const hearer of [...hearers.keys()]) hearer.refused?.(error);
    },
  };
}
