import { queryOptions } from "@tanstack/react-query";
import { currentLanguage } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import type { Api } from "../../protocol/api.ts";

export const TABS = ["roll", "taskbox", "activity", "website"] as const;
export type TabType = (typeof TABS)[number];

/** Product spec §4: 1 shows itself, 2 does not. */
const AUTO_SHOWS = 1;

export type Notice = Api["Notice"];

export type NoticeTab = Api["NoticeTab"];

export const POLL_MS = 60_000;

export const versionQuery = queryOptions({
  queryKey: ["notices", "version"],
  queryFn: ({ signal }) => api.get("/api/home/is/new", { signal }),
  refetchInterval: POLL_MS,
});

/** The notices of a version: another version is another answer. */
export const noticesQuery = (version: number) => {
  const language = currentLanguage();
  return queryOptions({
    queryKey: ["notices", language, version],
    queryFn: ({ signal }) => api.get("/api/home/notice", { signal }),
    staleTime: POLL_MS,
  });
};

export const showsItself = (tabs: readonly NoticeTab[]): boolean =>
  tabs.some(({ secondLevel }) => secondLevel.some(({ state }) => state === AUTO_SHOWS));
