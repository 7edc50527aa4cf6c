/**
 * The code of the screens where one gets and gives things: boxes to choose, mall, tasks, activities, cards, payments, the
 * studio. Apart as rooms.ts is.
 */
import { withLive } from "../state/live.ts";

export const screens = {
  active: () => import("./routes/active.tsx"),
  mall: () => import("./routes/mall.tsx"),
  mallItem: () => import("./routes/mall-item.tsx"),
  freeSkins: () => import("./routes/free-skins.tsx"),
  tradeIn: () => import("./routes/trade-in.tsx"),
  tasks: () => import("./routes/tasks.tsx"),
  cards: () => import("./routes/cards.tsx"),
  exchange: () => import("./routes/exchange.tsx"),
  mallOrders: () => import("./routes/mall-orders.tsx"),
  assets: () => import("./routes/assets.tsx"),
  studio: () => import("./routes/studio.tsx"),
  studioNew: () => import("./routes/studio-new.tsx"),
  studioRoll: withLive(() => import("./routes/studio-roll.tsx")),
  caseList: () => import("./routes/case-list.tsx"),
  drop: () => import("./routes/drop.tsx"),
};
