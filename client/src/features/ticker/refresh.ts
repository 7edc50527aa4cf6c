/**
 * The ticker by HTTP, every three minutes (product spec §9), and soon when the socket has sent nothing: it may be
 * barred.
 */
import { api } from "../../net/http.ts";
import { limits } from "../../protocol/gen.ts";
import { applyList, useFeed } from "./feed.ts";

const SILENT_MS = 8_000;

async function refresh(): Promise<void> {
  try {
    const { boxLuckyVOList, boxNewList, basicsDataVO } = await api.get("/api/home/web/info");
    useFeed.setState((feed) => applyList(feed, { lucky: boxLuckyVOList, live: boxNewList, counters: basicsDataVO }));
  } catch {
    // The next time is soon enough: no player has asked for this.
  }
}

/** Returns the end of it. */
export function keepFresh(): () => void {
  const silent = setTimeout(() => {
    if (useFeed.getState().counters === null) void refresh();
  }, SILENT_MS);
  const timer = setInterval(() => void refresh(), limits.dropsRefreshMs);
  return () => {
    clearTimeout(silent);
    clearInterval(timer);
  };
}
