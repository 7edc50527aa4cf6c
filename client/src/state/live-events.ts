/**
 * The readers of topics that many follow, loaded with the socket: they are no part of what a visitor waits for
 * (state/live.ts).
 */
export const liveEvents = {
  feed: () => import("../protocol/gen-feed.ts").then(({ feedEvents }) => feedEvents),
  player: () => import("../protocol/gen-player.ts").then(({ playerEvents }) => playerEvents),
  rain: () => import("../protocol/gen-rain.ts").then(({ rainEvents }) => rainEvents),
} as const;
