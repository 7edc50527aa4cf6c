/** The lucky-card room on screen. */
import { errorCode, type LuckycardFlip, type LuckycardSnapshot, luckycardEvents, topics } from "../../protocol/gen.ts";
import { roomStore } from "../../state/room-store.ts";
import { viewRoom } from "./api.ts";
import { applyAnswer, applyEvent, withFlip } from "./room-state.ts";

const store = roomStore(topics.luckycard, luckycardEvents, {
  empty: null as LuckycardSnapshot | null,
  known: (room) => room !== null,
  view: viewRoom,
  applyAnswer,
  applyEvent,
  problems: new Map([
    [errorCode.luckycardGone, "gone"],
    [errorCode.notFound, "gone"],
  ] as const),
});

export const { useShown, reload, openRoom } = store;

/** Takes a flip of the player's own, before its event comes. */
export const takeFlip = (id: string, flip: LuckycardFlip): void =>
  store.change(id, (room) => room && withFlip(room, flip));
