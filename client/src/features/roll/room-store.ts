/** The roll room on screen. The code of its stream is the overlay's token. */
import { errorCode, type RollSnapshot, rollEvents, topics } from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { roomStore } from "../../state/room-store.ts";
import { viewRoll } from "./api.ts";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";

const PROBLEMS = new Map([
  [errorCode.rollToken, "link"],
  [errorCode.rollGone, "gone"],
  [errorCode.notFound, "gone"],
] as const);

export type RoomProblem = "gone" | "link" | "load";

const store = roomStore(topics.roll, rollEvents, {
  empty: emptyRoom as RoomState,
  known: (room) => room.snapshot !== null,
  view: viewRoll,
  applyAnswer,
  applyEvent,
  problems: PROBLEMS,
});

export const { useShown, reload, openRoom } = store;

/** Takes the answer of a call about the room on screen. */
export const takeAnswer = (snapshot: RollSnapshot): void => store.take(snapshot.card.id, snapshot);
