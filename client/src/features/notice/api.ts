import { queryOptions } from "@tanstack/react-query";
import { currentLanguage } from "../../i18n/language.ts";
import { api } from "../../net/http.ts";
import { bool, i64, list, oneOf, type Shape, str, struct } from "../../protocol/shape.ts";

export const TABS = ["roll", "taskbox", "activity", "website"] as const;
export type TabType = (typeof TABS)[number];

/** Product spec §4: 1 shows itself, 2 does not. */
const AUTO_SHOWS = 1;

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly state: number;
  readonly isChacked: boolean;
  readonly fromMs: number;
}

export interface NoticeTab {
  readonly type: TabType;
  readonly isChacked: boolean;
  readonly secondLevel: readonly Notice[];
}

const Notice: Shape<Notice> = struct("Notice", {
  id: str,
  title: str,
  text: str,
  link: str,
  state: i64,
  isChacked: bool,
  fromMs: i64,
});
const Tab: Shape<NoticeTab> = struct("NoticeTab", { type: oneOf(TABS), isChacked: bool, secondLevel: list(Notice) });

export const POLL_MS = 60_000;

export const versionQuery = queryOptions({
  queryKey: ["notices", "version"],
  queryFn: ({ signal }) => api.get("/api/home/is/new", i64, { signal }),
  refetchInterval: POLL_MS,
});

/** The notices of a version: another version is another answer. */
export const noticesQuery = (version: number) => {
  const language = currentLanguage();
  return queryOptions({
    queryKey: ["notices", language, version],
    queryFn: ({ signal }) => api.get("/api/home/notice", list(Tab), { signal }),
    staleTime: POLL_MS,
  });
};

export const showsItself = (tabs: readonly NoticeTab[]): boolean =>
  tabs.some(({ secondLevel }) => secondLevel.some(({ state }) => state === AUTO_SHOWS));
