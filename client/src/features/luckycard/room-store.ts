/** The lucky-card room on screen: its state by a call, then live. */
import { create } from "zustand";
import { ApiError } from "../../net/http.ts";
import { openTopic } from "../../net/socket.ts";
import { errorCode, type LuckycardFlip, type LuckycardSnapshot, luckycardEvents, topics } from "../../protocol/gen.ts";
import { isAborted } from "../../state/query.ts";
import { viewRoom } from "./api.ts";

interface RoomStore {
  readonly id: string;
  readonly room: LuckycardSnapshot | null;
  readonly problem: "gone" | "load" | null;
}

const CLOSED: RoomStore = { id: "", room: null, problem: null };

export const useLuckycardRoom = create<RoomStore>(() => CLOSED);

const RANK: Record<string, number> = { shuffling: 0, open: 1, over: 2, void: 2 };

/** Takes a whole state unless it is older than what is known: flips and status only ever go on. */
function take(id: string, next: LuckycardSnapshot): void {
  const { id: shown, room } = useLuckycardRoom.getState();
  if (shown !== id) return;
  const older = room && (next.flips.length < room.flips.length || rank(next) < rank(room));
  if (!older) useLuckycardRoom.setState({ room: next, problem: null });
}

const rank = (room: LuckycardSnapshot): number => RANK[room.card.status] ?? 0;

/** Adds one flip; the counts follow from it. A flip that is known changes nothing. */
export function withFlip(room: LuckycardSnapshot, flip: LuckycardFlip): LuckycardSnapshot {
  if (room.flips.some((f) => f.place === flip.place)) return room;
  return {
    ...room,
    card: { ...room.card, left: room.card.left - 1 },
    flips: [...room.flips, flip],
    prizes: room.prizes.map((p) =>
      p.def === flip.def && p.valueCents === flip.valueCents ? { ...p, left: p.left - 1 } : p,
    ),
  };
}

/** Takes a flip of the player's own, before its event comes. */
export function takeFlip(id: string, flip: LuckycardFlip): void {
  const { id: shown, room } = useLuckycardRoom.getState();
  if (shown === id && room) useLuckycardRoom.setState({ room: withFlip(room, flip) });
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
    (room) => take(id, room),
    (error: unknown) => fail(id, error),
  );
}

/** Shows a room and returns how to close it. */
export function openRoom(id: string): () => void {
  useLuckycardRoom.setState({ ...CLOSED, id });
  const close = openTopic(topics.luckycard(id), luckycardEvents, {
    hear: (event) => {
      if (event.name === "luckycardSnapshot") take(id, event.body);
      else if (event.name === "luckycardFlipped") takeFlip(id, event.body.flip);
    },
    refused: (error) => fail(id, error),
  });
  reload(id);
  return () => {
    close();
    if (useLuckycardRoom.getState().id === id) useLuckycardRoom.setState(CLOSED);
  };
}
