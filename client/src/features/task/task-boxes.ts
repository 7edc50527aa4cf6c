/** What the page says of the boxes. Pure. */
import { LOBBY_OF_TASK, type RoomTask } from "../../routes/kinds.ts";
import { type CaseType, paths } from "../../routes/paths.ts";
import type { TaskBox } from "../../state/tasks.ts";

/** Kinds in the order in which they are shown: 0 daily, 1 weekly, 3 weekly welfare, 2 monthly. */
export const KINDS = [0, 1, 3, 2] as const;
export type Kind = (typeof KINDS)[number];

export type BoxState = "visitor" | "open" | "ready" | "claimed";

/** Claimable only when logged in, not yet claimed and progress 100 % (product spec §4, "Task box"). */
export function stateOf(box: TaskBox, loggedIn: boolean): BoxState {
  if (!loggedIn) return "visitor";
  if (box.flag) return "claimed";
  return box.claimable ? "ready" : "open";
}

export const share = ({ amount, codeMap }: TaskBox): number => Math.min(1, amount / codeMap);

/** Task types of the server that count cents. */
const IN_GEMS: ReadonlySet<number> = new Set([0, 2, 5, 6, 9]);
export const inGems = (task: number): boolean => IN_GEMS.has(task);

const cases = (type: CaseType) => () => paths.caseList(type);

/** Where tasks are done that are done in no room. */
const ELSEWHERE = {
  0: paths.upgradeHall,
  1: paths.upgradeHall,
  4: paths.promotion,
  5: paths.backpack,
  6: cases("all"),
  7: cases("csgo"),
  8: cases("hash"),
  9: () => paths.assets(),
  10: paths.upgradeHall,
  13: paths.tradeIn,
} as const;

export type Task = keyof typeof ELSEWHERE | RoomTask;
const isRoomTask = (task: Task): task is RoomTask => task in LOBBY_OF_TASK;
export const TASKS = Object.keys({ ...ELSEWHERE, ...LOBBY_OF_TASK }).map(Number) as readonly Task[];
export const isTask = (task: number): task is Task => TASKS.some((known) => known === task);

/** Where a task is done; the assist count leads to the share link. */
export const placeOf = (task: number): string => {
  if (!isTask(task)) return paths.home();
  return isRoomTask(task) ? LOBBY_OF_TASK[task] : ELSEWHERE[task]();
};

export interface Group {
  readonly kind: Kind;
  readonly endsAtMs: number;
  readonly boxes: readonly TaskBox[];
}

/** The boxes of each kind that has any, those that wait first and those that were claimed last. */
export function groups(boxes: readonly TaskBox[]): readonly Group[] {
  const rank = (box: TaskBox) => (box.claimable ? 0 : box.flag ? 2 : 1);
  return KINDS.flatMap((kind) => {
    const own = boxes.filter((box) => box.kind === kind);
    const [first] = own;
    if (!first) return [];
    return [{ kind, endsAtMs: first.endsAtMs, boxes: own.toSorted((a, b) => rank(a) - rank(b)) }];
  });
}
