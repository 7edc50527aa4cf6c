/** The code of the screens where one gets and gives things: mall, tasks, activities, cards, payments. Apart as rooms.ts is. */
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
};
