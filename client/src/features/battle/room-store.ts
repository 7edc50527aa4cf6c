/** The room on screen. One at a time: opening another closes the one before. */
import { create } from "zustand";
import { ApiError } from "../../net/http.ts";
import { type BattleSnapshot, errorCode } from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { viewBattle } from "./api.ts";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";
import { openRoomStream } from "./stream.ts";

export type RoomProblem = "gone" | "private" | "load";

interface RoomStore {
  readonly id: string;
  readonly room: RoomState;
  readonly problem: RoomProblem | null;
  /** This page saw the battle running, so its end is news and may be celebrated. */
  readonly live: boolean;
}

const CLOSED: RoomStore = { id: "", room: emptyRoom, problem: null, live: false };

export const useRoom = create<RoomStore>(() => CLOSED);

/** An address that cannot be a battle's is refused as malformed: asking again cannot help either. */
const GONE: ReadonlySet<number> = new Set([
  errorCode.battleGone,
  errorCode.notFound,
  errorCode.badRequest,
  errorCode.topic,
]);

export function problemOf(error: unknown): RoomProblem {
  if (!(error instanceof ApiError)) return "load";
  if (error.code === errorCode.battleCode) return "private";
  return GONE.has(error.code) ? "gone" : "load";
}

function setRoom(id: string, next: (room: RoomState) => RoomState): void {
  const store = useRoom.getState();
  if (store.id !== id) return; // an answer for a room that was left
  const room = next(store.room);
  if (room === store.room) return;
  const status = room.snapshot?.card.status;
  useRoom.setState({ room, problem: null, live: store.live || (status !== undefined && status !== "finished") });
}

/** A room that is on screen stays there; only one that could not be had becomes a problem. */
function fail(id: string, error: unknown): void {
  const store = useRoom.getState();
  if (store.id === id && !store.room.snapshot && !isAbort(error)) useRoom.setState({ problem: problemOf(error) });
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** Takes the answer of a call about the room on screen. */
export function takeAnswer(snapshot: BattleSnapshot): void {
  setRoom(snapshot.card.id, (room) => applyAnswer(room, snapshot));
}

/** Shows a room: its state by a call, then live. Returns how to close it. */
export function openRoom(id: string, code: string): () => void {
  useRoom.setState({ ...CLOSED, id });
  const refused = (error: unknown): void => fail(id, error);
  const close = openRoomStream(
    id,
    code,
    (event, atMs) => setRoom(id, (room) => applyEvent(room, event, atMs)),
    refused,
  );
  reload(id, code);
  return () => {
    close();
    if (useRoom.getState().id === id) useRoom.setState(CLOSED);
  };
}

/** Asks for the room by a call: at first, and when the player tries again. */
export function reload(id: string, code: string): void {
  viewBattle(id, code).then(takeAnswer, (error: unknown) => fail(id, error));
}
