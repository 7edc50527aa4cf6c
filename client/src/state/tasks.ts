/** The task boxes of the player: polled, because others than this page do what fills them (product spec §7). */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Language, useLanguage } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import { bool, i64, list, nullable, type Shape, str, struct } from "../protocol/shape.ts";
import { useLoggedIn } from "./session.ts";

/** Product spec §3 "Task reward"; `rewardNum` is cents of gems, fragments, or cards. */
export interface TaskReward {
  readonly rewardTypeEnum: string;
  readonly rewardNum: number;
}
const TaskReward: Shape<TaskReward> = struct("TaskReward", { rewardTypeEnum: str, rewardNum: i64 });

/** Product spec §3 "Task box". */
export interface TaskBox {
  readonly id: number;
  readonly name: string;
  /** 0 daily, 1 weekly, 2 monthly, 3 weekly welfare. */
  readonly kind: number;
  /** 0–3 a box of items, 4–6 props. */
  readonly boxType: number;
  readonly task: number;
  /** The target; cents where the task counts gems. */
  readonly codeMap: number;
  readonly amount: number;
  /** Claimed. */
  readonly flag: boolean;
  readonly claimable: boolean;
  /** A reset card could open it once more. */
  readonly reset: boolean;
  readonly image: string;
  readonly endsAtMs: number;
  readonly reward: TaskReward | null;
}
const TaskBoxes: Shape<readonly TaskBox[]> = list(
  struct<TaskBox>("TaskBox", {
    id: i64,
    name: str,
    kind: i64,
    boxType: i64,
    task: i64,
    codeMap: i64,
    amount: i64,
    flag: bool,
    claimable: bool,
    reset: bool,
    image: str,
    endsAtMs: i64,
    reward: nullable(TaskReward),
  }),
);
const TaskInfo = struct("TaskInfo", { flag: bool, list: TaskBoxes });

/** Product spec §9. */
export const TASK_POLL_MS = 60_000;

export const TASKS_KEY = ["mine", "tasks"] as const;

export const tasksQuery = (language: Language) =>
  queryOptions({
    queryKey: [...TASKS_KEY, language],
    queryFn: ({ signal }) => api.get("/api/task/task/info", TaskInfo, { signal }),
    refetchInterval: TASK_POLL_MS,
    staleTime: 0,
  });

/** What a visitor sees: the boxes, and nothing done. */
const visitorQuery = (language: Language) =>
  queryOptions({
    queryKey: ["tasks", language],
    queryFn: async ({ signal }) => ({ flag: false, list: await api.get("/api/home/task/box", TaskBoxes, { signal }) }),
  });

export function useTasks() {
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const mine = useQuery({ ...tasksQuery(language), enabled: loggedIn });
  const visitors = useQuery({ ...visitorQuery(language), enabled: !loggedIn });
  return loggedIn ? mine : visitors;
}

/** Whether a box waits to be opened. */
export function useTasksClaimable(): boolean {
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const { data } = useQuery({ ...tasksQuery(language), enabled: loggedIn });
  return loggedIn && data?.flag === true;
}

export const holdsItems = (box: TaskBox): boolean => box.boxType < 4;
