/** The two panels and the counters of the ticker, as pure steps of what the server sends. */
import { create } from "zustand";
import type { Counters, Drop, FeedEvent, FeedSnapshot } from "../../protocol/gen.ts";

export interface Feed {
  readonly lucky: readonly Drop[];
  readonly live: readonly Drop[];
  readonly counters: Counters | null;
}

/** As many as the widest page can show; older drops fall off, since keys would move through unseen ones. */
export const SHOWN = 8;

export const EMPTY_FEED: Feed = { lucky: [], live: [], counters: null };

const newestFirst = (drops: readonly Drop[]) => [...drops].sort((a, b) => b.atMs - a.atMs).slice(0, SHOWN);

export function applySnapshot(snapshot: FeedSnapshot): Feed {
  return {
    lucky: newestFirst(snapshot.lucky),
    live: newestFirst(snapshot.live),
    counters: snapshot.counters,
  };
}

const put = (drops: readonly Drop[], drop: Drop): readonly Drop[] =>
  drops.some((known) => known.id === drop.id) ? drops : [drop, ...drops].slice(0, SHOWN);

/** A list merged with what the socket sent: nothing that was sent is lost, even where the list lacks it still. */
export function applyList(feed: Feed, { lucky, live, counters }: FeedSnapshot): Feed {
  const merged = (told: readonly Drop[], listed: readonly Drop[]) => {
    const known = new Set(told.map(({ id }) => id));
    return newestFirst([...told, ...listed.filter(({ id }) => !known.has(id))]);
  };
  return { lucky: merged(feed.lucky, lucky), live: merged(feed.live, live), counters };
}

export function applyEvent(feed: Feed, event: FeedEvent): Feed {
  switch (event.name) {
    case "feedSnapshot":
      return applySnapshot(event.body);
    case "counters":
      return { ...feed, counters: event.body };
    case "siteInvite":
      return feed; // the shell's
    case "drop":
      return {
        ...feed,
        live: put(feed.live, event.body),
        lucky: event.body.lucky ? put(feed.lucky, event.body) : feed.lucky,
      };
  }
}

export const useFeed = create<Feed>(() => EMPTY_FEED);
