/**
 * Address → screen: the one table of pages. A pattern of paths.ts without a page here does not compile. Screens are
 * fetched at the first visit, with the texts of the named features; those that several features make stand in
 * `screens/`. Addresses have a file of their own (paths.ts), because every screen links to others and this table
 * imports them all.
 */
import { createElement } from "react";
import { type LoaderFunction, matchRoutes, type RouteObject, replace } from "react-router";
import { CrashScreen } from "../app/crash-screen.tsx";
import { Shell } from "../app/shell.tsx";
import { withLive } from "../state/live.ts";
import type { Crumb, RouteHandle } from "./crumbs.ts";
import { playersOnly, RouteGuard } from "./guard.tsx";
import {
  lobbyOf,
  ofRecords,
  ofRooms,
  PLAIN_KINDS,
  type RoomAddress,
  type RoomScreens,
  roomFor,
  type ScreenKind,
  titlesOf,
} from "./kinds.ts";
import { paths, patterns } from "./paths.ts";
import { screen } from "./screen.ts";

interface Page {
  /** The way to it, its own title last; absent where nothing of it is shown. */
  readonly crumbs?: readonly Crumb[];
  /** A visitor is asked to log in instead. */
  readonly who?: "players";
  /** What stands around it: the menu of the user area (players only), or nothing at all. */
  readonly frame?: "user" | "none";
  /** One plays there: no ticker and no breadcrumb stand over the game. */
  readonly game?: true;
  readonly lazy?: RouteObject["lazy"];
  /** Leads elsewhere before anything is shown. */
  readonly loader?: LoaderFunction;
}

const lead = (to: string) => () => replace(to);

/** Phones use one address where desktops use another (product spec §2); either leads to the right one. */
const upgradeOn = (here: "wide" | "phone") => () => {
  const fits = matchMedia("(max-width: 750px)").matches ? "phone" : "wide";
  if (fits === here) return null;
  return replace(fits === "phone" ? paths.upgradePhone() : paths.upgradeHall());
};

const userPage = (title: Crumb["title"], lazy: RouteObject["lazy"]): Page => ({
  crumbs: [{ title: "user", to: paths.account() }, { title }],
  frame: "user",
  lazy,
});

const boxes: Crumb = { title: "boxlist", to: paths.caseList() };
const lobby = (kind: ScreenKind): Crumb => ({ title: titlesOf(kind)[0], to: lobbyOf(kind) });
const studio: Crumb = { title: "studio", to: paths.studio() };
const upgrades: Crumb = { title: "upgradeHall", to: paths.upgradeHall() };

const upgradeHall = screen(
  withLive(async () => (await import("../features/upgrade/hall-page.tsx")).UpgradeHall),
  "upgrade",
);
const season = screen(
  async () => (await import("./screens/active.tsx")).Active,
  ...["active", "box", "open-reel", "fair", "account"],
);

const roomScreens = import.meta.glob<RoomScreens>("../features/*/screens.ts", { import: "screens", eager: true });

function screensOf(kind: ScreenKind): RoomScreens {
  const screens = roomScreens[`../features/${kind}/screens.ts`];
  if (!screens) throw new Error(`features/${kind} has no screens.ts`);
  return screens;
}

/** Older addresses of a screen have the page of its main one, so that going from one to the other loads nothing. */
function once(make: (kind: ScreenKind) => Page): (address: RoomAddress) => Page {
  const made = new Map<ScreenKind, Page>();
  return ({ kind }) => {
    const page = made.get(kind) ?? make(kind);
    made.set(kind, page);
    return page;
  };
}

/** The lobby and the rooms of every kind. */
const rooms = ofRooms<Page, Page>({
  lobby: once((kind) => ({
    crumbs: [{ title: titlesOf(kind)[0] }],
    lazy: screen(withLive(screensOf(kind).Lobby), kind),
  })),
  room: once((kind) => {
    const { Room, roomTexts = [] } = screensOf(kind);
    return {
      crumbs: [lobby(kind), { title: titlesOf(kind)[1] }],
      game: true,
      ...roomFor(kind),
      lazy: screen(withLive(Room), kind, ...roomTexts),
    };
  }),
});

/** The pages of a player's own records in rooms, in the user area and below a lobby. */
const recordPages = ofRecords<Page>(({ kind, title, alone }) => {
  const { Records } = screensOf(kind);
  if (!Records) throw new Error(`features/${kind}/screens.ts has no Records`);
  const lazy = screen(Records, "account", kind);
  return alone ? { crumbs: [lobby(kind), { title }], who: "players", lazy } : userPage(title, lazy);
});

const pages: Readonly<Record<keyof typeof patterns, Page>> = {
  home: { lazy: screen(async () => (await import("./screens/home.tsx")).Home, "home") },
  caseList: {
    crumbs: [{ title: "boxlist" }],
    lazy: screen(async () => (await import("../features/case-list/case-list-page.tsx")).CaseListPage, "case-list"),
  },
  box: {
    crumbs: [boxes, { title: "openBox" }],
    game: true,
    lazy: screen(async () => (await import("./screens/box.tsx")).Box, "box", "open-reel", "fair"),
  },
  tasks: {
    crumbs: [{ title: "tasks" }],
    lazy: screen(async () => (await import("../features/task/tasks-page.tsx")).TasksPage, "task"),
  },
  freeSkins: {
    crumbs: [{ title: "tasks", to: paths.tasks() }, { title: "freeSkins" }],
    lazy: screen(async () => (await import("./screens/free-skins.tsx")).FreeSkins, "task", "box", "open-reel"),
  },
  /** A browser source: nothing of the shell around it. */
  overlay: {
    frame: "none",
    lazy: screen(
      withLive(async () => (await import("./screens/roll-overlay.tsx")).Overlay),
      "roll",
    ),
  },
  drops: {
    crumbs: [{ title: "drop" }],
    lazy: screen(async () => (await import("../features/drop/drop-page.tsx")).DropPage, "drop"),
  },
  active: { crumbs: [{ title: "active" }], lazy: season },
  moonBox: { crumbs: [{ title: "moonbox" }], lazy: season },
  newYear: { crumbs: [{ title: "newYear" }], lazy: season },
  studio: {
    crumbs: [lobby("roll"), { title: "studio" }],
    who: "players",
    lazy: screen(async () => (await import("../features/studio/studio-page.tsx")).StudioPage, "studio"),
  },
  studioNew: {
    crumbs: [studio, { title: "studioRoom" }],
    who: "players",
    lazy: screen(async () => (await import("../features/studio/new-room.tsx")).NewRoom, "studio"),
  },
  studioRoll: {
    crumbs: [studio, { title: "studioRoom" }],
    who: "players",
    lazy: screen(
      withLive(async () => (await import("./screens/studio-roll.tsx")).StudioRoll),
      "studio",
      "roll",
    ),
  },
  mall: {
    crumbs: [{ title: "store" }],
    who: "players",
    lazy: screen(async () => (await import("../features/mall/mall-page.tsx")).MallPage, "mall"),
  },
  mallItem: {
    crumbs: [{ title: "store", to: paths.mall() }, { title: "storeItem" }],
    who: "players",
    lazy: screen(async () => (await import("../features/mall/mall-item-page.tsx")).MallItemPage, "mall"),
  },
  assets: {
    crumbs: [{ title: "assets" }],
    who: "players",
    lazy: screen(async () => (await import("../features/assets/assets-page.tsx")).AssetsPage, "assets"),
  },
  user: { who: "players", loader: lead(paths.account()) },
  backpack: userPage(
    "case",
    screen(async () => (await import("../features/backpack/backpack-page.tsx")).BackpackPage, "backpack"),
  ),
  account: userPage(
    "account",
    screen(async () => (await import("./screens/account.tsx")).Account, "account", "fair", "identity"),
  ),
  vip: userPage(
    "vip",
    screen(async () => (await import("../features/vip/vip-page.tsx")).VipPage, "vip"),
  ),
  limits: userPage(
    "limits",
    screen(async () => (await import("../features/limits/limits-page.tsx")).LimitsPage, "limits"),
  ),
  openings: userPage(
    "mbox",
    screen(async () => (await import("./screens/openings.tsx")).Openings, "account", "box"),
  ),
  records: userPage(
    "records",
    screen(async () => (await import("../features/account/all-records.tsx")).AllRecords, "account", ...PLAIN_KINDS),
  ),
  upgradeRecords: userPage(
    "upgradeRecord",
    screen(async () => (await import("../features/upgrade/records-page.tsx")).OwnUpgradeRecords, "account", "upgrade"),
  ),
  tradeRecords: userPage(
    "replaceRecord",
    screen(async () => (await import("../features/trade-in/trade-records.tsx")).TradeRecords, "account", "trade-in"),
  ),
  dropRecords: userPage(
    "dropRecords",
    screen(async () => (await import("../features/drop/records.tsx")).DropRecords, "account", "drop", "backpack"),
  ),
  retrieveRecords: userPage(
    "retrieveRecords",
    screen(
      async () => (await import("../features/backpack/retrieve-records.tsx")).RetrieveRecords,
      "account",
      "backpack",
    ),
  ),
  mallOrders: userPage(
    "storeOrders",
    screen(async () => (await import("../features/mall/orders.tsx")).MallOrders, "account", "mall"),
  ),
  assetsRecords: userPage(
    "assetsRecords",
    screen(async () => (await import("../features/assets/records.tsx")).AssetsRecords, "account", "assets"),
  ),
  rechargeRecords: userPage(
    "rechargeRecords",
    screen(async () => (await import("../features/assets/records.tsx")).RechargeRecords, "account", "assets"),
  ),
  cards: userPage(
    "cards",
    screen(async () => (await import("../features/prizes/vouchers-page.tsx")).VouchersPage, "account", "prizes"),
  ),
  exchange: userPage(
    "exchange",
    screen(async () => (await import("../features/prizes/exchange-page.tsx")).ExchangePage, "account", "prizes"),
  ),
  exchangeRecords: userPage(
    "exchangeRecords",
    screen(
      async () => (await import("../features/prizes/exchange-records.tsx")).ExchangeRecords,
      ...["account", "prizes", "backpack"],
    ),
  ),
  upgradeHall: { crumbs: [{ title: "upgradeHall" }], game: true, lazy: upgradeHall, loader: upgradeOn("wide") },
  upgradePhone: {
    crumbs: [upgrades, { title: "upgrade" }],
    game: true,
    lazy: upgradeHall,
    loader: upgradeOn("phone"),
  },
  upgradeRank: {
    crumbs: [upgrades, { title: "UpgradeRank" }],
    lazy: screen(async () => (await import("./screens/rankings.tsx")).UpgradeRank, "ranking"),
  },
  upgradeReplay: {
    crumbs: [upgrades, { title: "UpgradeReplay" }],
    lazy: screen(async () => (await import("../features/upgrade/replay-page.tsx")).UpgradeReplay, "upgrade"),
  },
  upgradeDetail: {
    crumbs: [upgrades, { title: "upgradeDetail" }],
    game: true,
    lazy: screen(async () => (await import("../features/upgrade/detail-page.tsx")).UpgradeDetail, "upgrade"),
  },
  upgradeUser: {
    crumbs: [upgrades, { title: "UpgradeUserHome" }],
    lazy: screen(async () => (await import("../features/upgrade/user-page.tsx")).UpgradeUserHome, "upgrade"),
  },
  upgradeUserRecords: {
    crumbs: [upgrades, { title: "upgradeRecord" }],
    lazy: screen(
      async () => (await import("../features/upgrade/user-page.tsx")).UpgradeUserRecords,
      "account",
      "upgrade",
    ),
  },
  hashRank: {
    crumbs: [{ title: "hashrank" }],
    lazy: screen(async () => (await import("./screens/rankings.tsx")).HashRank, "ranking"),
  },
  tradeIn: {
    crumbs: [{ title: "ReplaceSkins" }],
    who: "players",
    lazy: screen(async () => (await import("../features/trade-in/trade-in-page.tsx")).TradeIn, "trade-in"),
  },
  promotion: {
    crumbs: [{ title: "promotion" }],
    lazy: screen(async () => (await import("../features/promotion/promotion-page.tsx")).PromotionPage, "promotion"),
  },
  source: {
    crumbs: [{ title: "promotion" }],
    lazy: screen(async () => (await import("../features/promotion/source-page.tsx")).SourcePage, "promotion"),
  },
  steamReturn: {
    crumbs: [{ title: "steamReturn" }],
    lazy: screen(async () => (await import("../features/identity/steam-return.tsx")).SteamReturn, "identity"),
  },
  outbox: {
    crumbs: [{ title: "outbox" }],
    lazy: screen(async () => (await import("../features/identity/outbox-page.tsx")).OutboxPage, "identity"),
  },
  verify: {
    crumbs: [{ title: "verify" }],
    lazy: screen(async () => (await import("../features/fair/verify-page.tsx")).VerifyPage, "fair"),
  },
  instructions: {
    crumbs: [{ title: "instructions" }],
    lazy: screen(async () => (await import("../features/help/instructions-page.tsx")).InstructionsPage, "help"),
  },
  help: {
    crumbs: [{ title: "helpCenter" }],
    lazy: screen(async () => (await import("../features/help/help-page.tsx")).HelpPage, "help"),
  },
  refresh: { lazy: screen(async () => (await import("./screens/refresh.tsx")).Refresh) },
  ...rooms,
  ...recordPages,
};

/** The pages of a frame and an audience, as React Router has them. */
const under = (frame: Page["frame"], who: Page["who"]): RouteObject[] =>
  (Object.keys(pages) as (keyof typeof pages)[])
    .filter((name) => pages[name].frame === frame && pages[name].who === who)
    .map((name) => {
      const { crumbs, game, lazy, loader } = pages[name];
      return {
        path: patterns[name],
        ...(lazy && { lazy }),
        ...(loader && { loader }),
        ...(crumbs && { handle: { crumbs, ...(game && { game }) } satisfies RouteHandle }),
      };
    });

/** What the router is given: the frames around the pages of the table. */
export const routes: RouteObject[] = [
  {
    element: createElement(RouteGuard, { matchesOf: (pathname) => matchRoutes(routes, pathname) }),
    ErrorBoundary: CrashScreen,
    children: [
      ...under("none", undefined),
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: CrashScreen, // the rest of the site goes on
            children: [
              ...under(undefined, undefined),
              {
                loader: playersOnly,
                handle: { needsPlayer: true } satisfies RouteHandle,
                children: [
                  ...under(undefined, "players"),
                  {
                    lazy: screen(
                      async () => (await import("../features/account/user-layout.tsx")).UserLayout,
                      "account",
                    ),
                    children: under("user", undefined),
                  },
                ],
              },
              { path: "*", loader: lead(paths.home()) },
            ],
          },
        ],
      },
    ],
  },
];
