/** The code of the screens about play: records, account, rankings, proofs, the studio. Apart as rooms.ts is. */
import { withLive } from "../state/live.ts";

export const desks = {
  luckycardRecords: () => import("./routes/luckycard-records.tsx"),
  wishRecords: () => import("./routes/wish-records.tsx"),
  studio: () => import("./routes/studio.tsx"),
  studioNew: () => import("./routes/studio-new.tsx"),
  studioRoll: withLive(() => import("./routes/studio-roll.tsx")),
  mallOrders: () => import("./routes/mall-orders.tsx"),
  assets: () => import("./routes/assets.tsx"),
  assetsRecords: () => import("./routes/assets-records.tsx"),
  exchange: () => import("./routes/exchange.tsx"),
  exchangeRecords: () => import("./routes/exchange-records.tsx"),
  rechargeRecords: () => import("./routes/recharge-records.tsx"),
  user: () => import("./routes/user.tsx"),
  backpack: () => import("./routes/backpack.tsx"),
  steamReturn: () => import("./routes/steam-return.tsx"),
  outbox: () => import("./routes/outbox.tsx"),
  vip: () => import("./routes/vip.tsx"),
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
  verify: () => import("./routes/verify.tsx"),
  instructions: () => import("./routes/instructions.tsx"),
  help: () => import("./routes/help.tsx"),
};

export type Desks = typeof desks;
