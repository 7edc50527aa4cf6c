/** The battle on screen. */
import { type BattleSnapshot, battleEvents, errorCode, topics } from "../../protocol/gen.ts";
import { emptyRoom } from "../../state/live-room.ts";
import { roomStore } from "../../state/room-store.ts";
import { viewBattle } from "./api.ts";
import { applyAnswer, applyEvent, type RoomState } from "./room-state.ts";

/** An address that cannot be a battle's is refused as malformed: asking again cannot help either. */
export const PROBLEMS = new Map([
  [errorCode.battleCode, "private"],
  [errorCode.battleGone, "gone"],
  [errorCode.notFound, "gone"],
  [errorCode.badRequest, "gone"],
  [errorCode.topic, "gone"],
] as const);

export type RoomProblem = "gone" | "private" | "load";

interface Watched extends RoomState {
  /** This page saw the battle before its end, which then is news and may be celebrated. */
  readonly awaited: boolean;
}

function watched(before: Watched, now: RoomState): Watched {
  if (now === before) return before;
  const status = now.snapshot?.card.status;
  return { ...now, awaited: before.awaited || (status !== undefined && status !== "finished") };
}

const store = roomStore(topics.battle, battleEvents, {
  empty: { ...emptyRoom, awaited: false } as Watched,
  known: (room) => room.snapshot !== null,
  view: viewBattle,
  applyAnswer: (room, answer: BattleSnapshot) => watched(room, applyAnswer(room, answer)),
  applyEvent: (room, event, atMs) => watched(room, applyEvent(room, event, atMs)),
  problems: PROBLEMS,
});

export const { useRoom, useShown, reload, openRoom } = store;

/** Takes the answer of a call about the room on screen. */
export const takeAnswer = (snapshot: BattleSnapshot): void => store.take(snapshot.card.id, snapshot);
