/** The wish room on screen. One at a time: opening another closes the one before. */
import { create } from "zustand";
import { ApiError } from "../../net/http.ts";
import { openTopic } from "../../net/socket.ts";
import { errorCode, topics, type WishSnapshot, wishEvents } from "../../protocol/gen.ts";
import { isAborted } from "../../state/query.ts";
import { viewRoom } from "./api.ts";
import { applyAnswer, applyEvent } from "./room-state.ts";

interface RoomStore {
  readonly id: string;
  readonly room: WishSnapshot | null;
  readonly problem: "gone" | "load" | null;
}

const CLOSED: RoomStore = { id: "", room: null, problem: null };

export const useWishRoom = create<RoomStore>(() => CLOSED);

function setRoom(id: string, next: (room: WishSnapshot | null) => WishSnapshot | null): void {
  const store = useWishRoom.getState();
  if (store.id !== id) return; // an answer for a room that was left
  const room = next(store.room);
  if (room !== store.room) useWishRoom.setState({ room, problem: null });
}

/** A room that is on screen stays there; only one that could not be had becomes a problem. */
function fail(id: string, error: unknown): void {
  const store = useWishRoom.getState();
  if (store.id !== id || store.room || isAborted(error)) return;
  const gone = error instanceof ApiError && (error.code === errorCode.wishGone || error.code === errorCode.notFound);
  useWishRoom.setState({ problem: gone ? "gone" : "load" });
}

/** Takes the answer of a call about the room on screen. */
export function takeAnswer(snapshot: WishSnapshot): void {
  setRoom(snapshot.card.id, (room) => applyAnswer(room, snapshot));
}

/** Asks for the room by a call: at first, and when the player tries again. */
export function reload(id: string): void {
  viewRoom(id).then(takeAnswer, (error: unknown) => fail(id, error));
}

/** Shows a room: its state by a call, then live. Returns how to close it. */
export function openRoom(id: string): () => void {
  useWishRoom.setState({ ...CLOSED, id });
  const close = openTopic(topics.wish(id), wishEvents, {
    hear: (event) => setRoom(id, (room) => applyEvent(room, event)),
    refused: (error) => fail(id, error),
  });
  reload(id);
  return () => {
    close();
    if (useWishRoom.getState().id === id) useWishRoom.setState(CLOSED);
  };
}
