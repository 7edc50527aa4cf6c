/**
 * The code of the screens where one plays. Apart from the table of addresses, because the browser is told with each screen
 * which files it needs: a list that grows with every feature, and nobody who only sees home has a use for it.
 */
import { withLive } from "../state/live.ts";

export const screens = {
  battleHall: withLive(() => import("./routes/battle-hall.tsx")),
  battleRoom: withLive(() => import("./routes/battle-room.tsx")),
  upgradeHall: withLive(() => import("./routes/upgrade-hall.tsx")),
  rollOverlay: withLive(() => import("./routes/roll-overlay.tsx")),
  box: () => import("./routes/box.tsx"),
  rollHall: () => import("./routes/roll-hall.tsx"),
  rollRoom: withLive(() => import("./routes/roll-room.tsx")),
  luckycardHall: withLive(() => import("./routes/luckycard-hall.tsx")),
  luckycardRoom: withLive(() => import("./routes/luckycard-room.tsx")),
  wishHall: withLive(() => import("./routes/wish-hall.tsx")),
  wishRoom: withLive(() => import("./routes/wish-room.tsx")),
};
