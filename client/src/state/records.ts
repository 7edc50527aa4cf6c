/** One player's records of one kind: which of them are shown, and how they are fetched. Drawn by ui/record-list.tsx. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordFilter, RecordFormat, Records } from "../ui/record-list.tsx";
import { saveFile } from "../ui/save-file.ts";
import { reportError } from "./problem.ts";

/** Query of a record call: a page, and what it is a page of. The names are the server's. */
export interface RecordQuery {
  readonly current: number;
  readonly size: number;
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** What a player chose of a filter's choices; the server refuses a word that it does not know. */
  readonly kind: string | undefined;
}

const NOTHING: RecordFilter = { from: "", to: "", kind: "" };

/** First millisecond of a day where the player is, `days` later; undefined for no date. */
export function startOfDay(date: string, days = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const ms = new Date(Number(year), Number(month) - 1, Number(day) + days).getTime();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** A filter as the server takes it. A range that ends before it begins is its first day. */
export function timesOf({ from, to, kind }: RecordFilter): Pick<RecordQuery, "since" | "until" | "kind"> {
  const last = from !== "" && to !== "" && to < from ? from : to;
  return { since: startOfDay(from), until: startOfDay(last, 1), kind: kind || undefined };
}

const TYPES = { csv: "text/csv", pdf: "application/pdf" } as const;

/** Tells a failure itself. */
async function saveRecords(of: string, format: RecordFormat, filter: RecordFilter): Promise<void> {
  try {
    const { download } = await import("../net/download.ts");
    const { kind, ...times } = timesOf(filter);
    const query = { of, format, kind, ...times };
    saveFile(`${of}.${format}`, await download("/api/user/records/export", query, TYPES[format]));
  } catch (error) {
    reportError(error);
  }
}

/** The key is the list's name; it goes when the session ends. */
export function useRecords<P extends { readonly total: number }>(
  key: string,
  load: (query: RecordQuery) => Promise<P>,
  size = 12,
): Records<P> {
  const [page, turn] = useState(1);
  const [filter, setFilter] = useState(NOTHING);
  const query: RecordQuery = { current: page, size, ...timesOf(filter) };
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ["mine", "records", key, query],
    queryFn: () => load(query),
    placeholderData: keepPreviousData,
    staleTime: 0, // what was played a moment ago is there
  });
  return {
    data,
    isError,
    busy: isPlaceholderData,
    again: () => void refetch(),
    page,
    pages: Math.ceil((data?.total ?? 0) / size),
    turn,
    filter,
    narrow(change) {
      setFilter((now) => ({ ...now, ...change }));
      turn(1);
    },
    save: (of, format) => saveRecords(of, format, filter),
    filtered: filter.from !== "" || filter.to !== "" || filter.kind !== "",
  };
}
