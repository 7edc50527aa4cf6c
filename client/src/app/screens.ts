/**
 * The code of every screen but home. Apart from the table of addresses, because the browser is told with each screen which
 * files it needs: a list that grows with every feature, and nobody who only sees home has a use for it.
 */
import { live } from "../state/live.ts";

/** A screen that uses the socket directly: it must know the player first. */
const withLive =
  <T>(load: () => Promise<T>) =>
  () =>
    live().then(load);

export const screens = {
  battleHall: withLive(() => import("./routes/battle-hall.tsx")),
  battleRoom: withLive(() => import("./routes/battle-room.tsx")),
  upgradeHall: withLive(() => import("./routes/upgrade-hall.tsx")),
  rollOverlay: withLive(() => import("./routes/roll-overlay.tsx")),
  caseList: () => import("./routes/case-list.tsx"),
  box: () => import("./routes/box.tsx"),
  rollHall: () => import("./routes/roll-hall.tsx"),
  rollRoom: withLive(() => import("./routes/roll-room.tsx")),
  drop: () => import("./routes/drop.tsx"),
  luckycardHall: withLive(() => import("./routes/luckycard-hall.tsx")),
  luckycardRoom: withLive(() => import("./routes/luckycard-room.tsx")),
  luckycardRecords: () => import("./routes/luckycard-records.tsx"),
  wishHall: withLive(() => import("./routes/wish-hall.tsx")),
  wishRoom: withLive(() => import("./routes/wish-room.tsx")),
  wishRecords: () => import("./routes/wish-records.tsx"),
  studio: () => import("./routes/studio.tsx"),
  studioNew: () => import("./routes/studio-new.tsx"),
  studioRoll: withLive(() => import("./routes/studio-roll.tsx")),
  user: () => import("./routes/user.tsx"),
  backpack: () => import("./routes/backpack.tsx"),
  account: () => import("./routes/account.tsx"),
  openings: () => import("./routes/openings.tsx"),
  battleRecords: () => import("./routes/battle-records.tsx"),
  upgradeRecords: () => import("./routes/upgrade-records.tsx"),
  tradeRecords: () => import("./routes/trade-records.tsx"),
  dropRecords: () => import("./routes/drop-records.tsx"),
  rollRecords: () => import("./routes/roll-records.tsx"),
  upgradeRank: () => import("./routes/upgrade-rank.tsx"),
  upgradeReplay: () => import("./routes/upgrade-replay.tsx"),
  upgradeDetail: () => import("./routes/upgrade-detail.tsx"),
  upgradeUser: () => import("./routes/upgrade-user.tsx"),
  upgradeUserRecords: () => import("./routes/upgrade-user-records.tsx"),
  hashRank: () => import("./routes/hash-rank.tsx"),
  tradeIn: () => import("./routes/trade-in.tsx"),
  verify: () => import("./routes/verify.tsx"),
  instructions: () => import("./routes/instructions.tsx"),
  help: () => import("./routes/help.tsx"),
};

export type Screens = typeof screens;
