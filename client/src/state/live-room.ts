/**
 * The state of a room has two sources: the answers of calls, and its stream, which brings a snapshot and all events
 * after it, in order. Either may be late. Pure. Deliberately absent: the stream's numbers, which are the
 * socket's.
 */
interface Timed {
  /** When the server made it. */
  readonly serverTimeMs: number;
}

export interface LiveRoom<S extends Timed> {
  readonly snapshot: S | null;
  /** The stream has begun: what is known up to its last event is complete. */
  readonly live: boolean;
}

export const emptyRoom: LiveRoom<never> = { snapshot: null, live: false };

/**
 * True for an answer that was made before what is known: to take it would lose the events that came meanwhile for good.
 * After an answer that is taken the stream goes on from where it was; its events set things, so applying one twice
 * does no harm.
 */
export function isOvertaken({ snapshot, live }: LiveRoom<Timed>, answer: Timed): boolean {
  const knownMs = snapshot?.serverTimeMs ?? 0;
  return answer.serverTimeMs < knownMs || (answer.serverTimeMs === knownMs && live);
}

/** A room with what an event has changed; atMs is when the server published it. */
export const heardAt = <S extends Timed>(room: S, atMs: number): S => ({
  ...room,
  serverTimeMs: Math.max(atMs, room.serverTimeMs),
});
