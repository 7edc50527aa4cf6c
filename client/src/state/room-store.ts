/**
 * The room of a kind that is on screen: its state by a call, then live. One at a time: opening another closes the one
 * before.
 */
import { create } from "zustand";
import { ApiError } from "../net/http.ts";
import { openTopic } from "../net/socket.ts";
import type { ReadEvent } from "../net/topic-stream.ts";
import { isAborted } from "./query.ts";

export interface ShownRoom<R, P extends string> {
  /** "" while none is on screen. */
  readonly id: string;
  readonly room: R;
  /** Why there is nothing to show. "load": asking again may help. */
  readonly problem: P | "load" | null;
}

/** What a kind brings: R is a room as the client knows it, S the answer of the call, E an event of the topic. */
interface RoomRules<E, S, R, P extends string> {
  /** Nothing is known of the room yet. */
  readonly empty: R;
  readonly known: (room: R) => boolean;
  /** code: of an invitation, where the kind has any. */
  readonly view: (id: string, code: string) => Promise<S>;
  readonly applyAnswer: (room: R, answer: S) => R;
  /** atMs: as of Hearer.hear. */
  readonly applyEvent: (room: R, event: E, atMs: number) => R;
  /** What refusals mean, by their codes. */
  readonly problems: ReadonlyMap<number, P>;
}

/** What a failed call or subscription means. */
export const problemOf = <P extends string>(problems: ReadonlyMap<number, P>, error: unknown): P | "load" =>
  (error instanceof ApiError ? problems.get(error.code) : undefined) ?? "load";

export function roomStore<E, S, R, P extends string>(
  topicOf: (id: string) => string,
  read: ReadEvent<E>,
  { empty, known, view, applyAnswer, applyEvent, problems }: RoomRules<E, S, R, P>,
) {
  const closed: ShownRoom<R, P> = { id: "", room: empty, problem: null };
  const useRoom = create<ShownRoom<R, P>>(() => closed);
  /** Counts openings: the same room is opened again with another code, or by another player. */
  let opening = 0;

  /** Of one room: what a page of it shows, also while the one before is still on screen. */
  // biome-ignore lint/correctness/noComponentHookFactories: a kind has one store, made where its module begins
  const useShown = (id: string): ShownRoom<R, P> => useRoom((shown) => (shown.id === id ? shown : closed));

  /** Takes a change of a room, unless another one is on screen by now. */
  function change(id: string, next: (room: R) => R): void {
    const shown = useRoom.getState();
    if (shown.id !== id) return;
    const room = next(shown.room);
    if (room !== shown.room) useRoom.setState({ room, problem: null });
  }

  /** A room that is on screen stays there; only one that could not be had becomes a problem. */
  function fail(id: string, error: unknown): void {
    const shown = useRoom.getState();
    if (shown.id === id && !known(shown.room) && !isAborted(error)) {
      useRoom.setState({ problem: problemOf(problems, error) });
    }
  }

  /** Takes the answer of a call about a room. */
  const take = (id: string, answer: S): void => change(id, (room) => applyAnswer(room, answer));

  /**
   * Asks for the room by a call: at first, and when the player tries again. What was asked before the last opening says
   * nothing of the viewer who sees the room now.
   */
  function reload(id: string, code = ""): void {
    const asked = opening;
    view(id, code).then(
      (answer) => asked === opening && take(id, answer),
      (error: unknown) => asked === opening && fail(id, error),
    );
  }

  /** Shows a room and returns how to close it. */
  function openRoom(id: string, code = ""): () => void {
    opening += 1;
    const mine = opening;
    useRoom.setState({ ...closed, id });
    const hearer = {
      hear: (event: E, atMs: number) => change(id, (room) => applyEvent(room, event, atMs)),
      refused: (error: unknown) => fail(id, error),
    };
    const close = openTopic(topicOf(id), read, hearer, code);
    reload(id, code);
    return () => {
      close();
      if (mine === opening) useRoom.setState(closed);
    };
  }

  return { useRoom, useShown, change, take, reload, openRoom };
}
