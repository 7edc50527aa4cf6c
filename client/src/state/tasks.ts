/** The task boxes of the player: polled, because others than this page do what fills them (product spec §7). */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Language, useLanguage } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { useLoggedIn } from "./session.ts";

/** Product spec §3 "Task reward"; `rewardNum` is cents of gems, fragments, or vouchers. */
export type TaskReward = Api["TaskReward"];

/** Product spec §3 "Task box". */
export type TaskBox = Api["TaskBox"];

/** Product spec §9. */
export const TASK_POLL_MS = 60_000;

export const TASKS_KEY = ["mine", "tasks"] as const;

export const tasksQuery = (language: Language) =>
  queryOptions({
    queryKey: [...TASKS_KEY, language],
    queryFn: ({ signal }) => api.get("/api/task/task/info", { signal }),
    refetchInterval: TASK_POLL_MS,
    staleTime: 0,
  });

/** What a visitor sees: the boxes, and nothing done. */
const visitorQuery = (language: Language) =>
  queryOptions({
    queryKey: ["tasks", language],
    queryFn: async ({ signal }) => ({ flag: false, list: await api.get("/api/home/task/box", { signal }) }),
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

/** The id of the first box that is opened for tasks instead of gems; 0 until it is known. */
export function useFreeBox(): number {
  const { data } = useTasks();
  return data?.list.find(holdsItems)?.id ?? 0;
}

export const holdsItems = (box: TaskBox): boolean => box.boxType < 4;
