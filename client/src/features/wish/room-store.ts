/** The wish room on screen. */
import { errorCode, topics, type WishSnapshot, wishEvents } from "../../protocol/gen.ts";
import { roomStore } from "../../state/room-store.ts";
import { viewRoom } from "./api.ts";
import { applyAnswer, applyEvent } from "./room-state.ts";

const store = roomStore(topics.wish, wishEvents, {
  empty: null as WishSnapshot | null,
  known: (room) => room !== null,
  view: viewRoom,
  applyAnswer,
  applyEvent,
  problems: new Map([
    [errorCode.wishGone, "gone"],
    [errorCode.notFound, "gone"],
  ] as const),
});

export const { useShown, reload, openRoom } = store;

/** Takes the answer of a call about the room on screen. */
export const takeAnswer = (snapshot: WishSnapshot): void => store.take(snapshot.card.id, snapshot);
