/** The lucky-card room on screen: its state by a call, then live. */
import { create } from "zustand";
import { ApiError } from "../../net/http.ts";
import { openTopic } from "../../net/socket.ts";
import { errorCode, type LuckycardFlip, type LuckycardSnapshot, luckycardEvents, topics } from "../../protocol/gen.ts";
import { isAborted } from "../../state/query.ts";
import { viewRoom } from "./api.ts";
import { applyAnswer, applyEvent, withFlip } from "./room-state.ts";

interface RoomStore {
  readonly id: string;
  readonly room: LuckycardSnapshot | null;
  readonly problem: "gone" | "load" | null;
}

const CLOSED: RoomStore = { id: "", room: null, problem: null };

export const useLuckycardRoom = create<RoomStore>(() => CLOSED);

/** Takes a change of the room, unless another one is on screen by now. */
function change(id: string, next: (room: LuckycardSnapshot | null) => LuckycardSnapshot | null): void {
  const { id: shown, room } = useLuckycardRoom.getState();
  if (shown !== id) return;
  const changed = next(room);
  if (changed !== room) useLuckycardRoom.setState({ room: changed, problem: null });
}

/** Takes a flip of the player's own, before its event comes. */
export function takeFlip(id: string, flip: LuckycardFlip): void {
  change(id, (room) => room && withFlip(room, flip));
}

function fail(id: string, error: unknown): void {
  const store = useLuckycardRoom.getState();
  if (store.id !== id || store.room || isAborted(error)) return;
  const gone =
    error instanceof ApiError && (error.code === errorCode.luckycardGone || error.code === errorCode.notFound);
  useLuckycardRoom.setState({ problem: gone ? "gone" : "load" });
}

export function reload(id: string): void {
  viewRoom(id).then(
    (answer) => change(id, (room) => applyAnswer(room, answer)),
    (error: unknown) => fail(id, error),
  );
}

/** Shows a room and returns how to close it. */
export function openRoom(id: string): () => void {
  useLuckycardRoom.setState({ ...CLOSED, id });
  const close = openTopic(topics.luckycard(id), luckycardEvents, {
    hear: (event) => change(id, (room) => applyEvent(room, event)),
    refused: (error) => fail(id, error),
  });
  reload(id);
  return () => {
    close();
    if (useLuckycardRoom.getState().id === id) useLuckycardRoom.setState(CLOSED);
  };
}
