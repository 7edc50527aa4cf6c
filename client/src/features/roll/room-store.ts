/** The roll room on screen. One at a time: opening another closes the one before. */
import { create } from "zustand";
import { ApiError } from "../../net/http.ts";
import { openTopic } from "../../net/socket.ts";
import { errorCode, type RollSnapshot, rollEvents, topics } from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { isAborted } from "../../state/query.ts";
import { viewRoll } from "./api.ts";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";

export type RoomProblem = "gone" | "link" | "load";

interface RoomStore {
  readonly id: string;
  readonly room: RoomState;
  readonly problem: RoomProblem | null;
}

const CLOSED: RoomStore = { id: "", room: emptyRoom, problem: null };

export const useRollRoom = create<RoomStore>(() => CLOSED);

function problemOf(error: unknown): RoomProblem {
  if (!(error instanceof ApiError)) return "load";
  if (error.code === errorCode.rollToken) return "link";
  return error.code === errorCode.rollGone || error.code === errorCode.notFound ? "gone" : "load";
}

function setRoom(id: string, next: (room: RoomState) => RoomState): void {
  const store = useRollRoom.getState();
  if (store.id !== id) return; // an answer for a room that was left
  const room = next(store.room);
  if (room !== store.room) useRollRoom.setState({ room, problem: null });
}

/** A room that is on screen stays there; only one that could not be had becomes a problem. */
function fail(id: string, error: unknown): void {
  const store = useRollRoom.getState();
  if (store.id === id && !store.room.snapshot && !isAborted(error)) useRollRoom.setState({ problem: problemOf(error) });
}

/** Takes the answer of a call about the room on screen. */
export function takeAnswer(snapshot: RollSnapshot): void {
  setRoom(snapshot.card.id, (room) => applyAnswer(room, snapshot));
}

/** Shows a room: its state by a call, then live. Returns how to close it. */
export function openRoom(id: string, token: string): () => void {
  useRollRoom.setState({ ...CLOSED, id });
  const close = openTopic(
    topics.roll(id),
    rollEvents,
    {
      hear: (event, atMs) => setRoom(id, (room) => applyEvent(room, event, atMs)),
      refused: (error) => fail(id, error),
    },
    token,
  );
  reload(id, token);
  return () => {
    close();
    if (useRollRoom.getState().id === id) useRollRoom.setState(CLOSED);
  };
}

/** Asks for the room by a call: at first, every minute, and when the player tries again. */
export function reload(id: string, token: string): void {
  viewRoll(id, token).then(takeAnswer, (error: unknown) => fail(id, error));
}
