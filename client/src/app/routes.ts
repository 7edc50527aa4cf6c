/** Address → screen. Screens are lazy and thin: they compose features, which never know each other. */
import { type ComponentType, createElement } from "react";
import { Navigate, type RouteObject } from "react-router";
import { paths, patterns } from "../routes/paths.ts";
import { lazyRoute } from "./lazy-route.ts";
import type { Crumb, RouteHandle } from "./route-handle.ts";
import { Shell } from "./shell.tsx";

type Screen = Parameters<typeof lazyRoute>[0];
const from =
  <L extends Record<string, Screen>>(list: () => Promise<{ screens: L }>) =>
  (name: keyof L & string, ...namespaces: string[]) =>
    lazyRoute(() => list().then(({ screens }) => (screens[name] as Screen)()), ...namespaces);
const room = from(() => import("./rooms.ts"));
const desk = from(() => import("./desks.ts"));
const shop = from(() => import("./shops.ts"));

const crumbs = (...list: Crumb[]): RouteHandle => ({ crumbs: list });
const playersOnly = (...list: Crumb[]): RouteHandle => ({ crumbs: list, needsPlayer: true });
const userCrumbs = (title: Crumb["title"]): RouteHandle => ({
  crumbs: [{ title: "user", to: paths.account() }, { title }],
});

/** A page of the user area whose screen is called as its address. */
const userPage = (
  name: keyof typeof patterns & Parameters<typeof desk>[0],
  title: Crumb["title"],
  ...namespaces: string[]
): RouteObject => ({ path: patterns[name], Component: desk(name, ...namespaces), handle: userCrumbs(title) });

const lead = (to: string) => () => createElement(Navigate, { to, replace: true });

const battleHall = room("battleHall", "battle");
const battleRoom = room("battleRoom", "battle", "open-reel");

const upgradeHall = room("upgradeHall", "upgrade");
const upgradeParent: Crumb = { title: "upgradeHall", to: paths.upgradeHall() };
const upgradeCrumbs = crumbs({ title: "upgradeHall" });

/** Phones use one address where desktops use another (product spec §2); either leads to the right one. */
const upgradeOn = (here: "wide" | "phone", Screen: ComponentType) => () => {
  const fits = matchMedia("(max-width: 750px)").matches ? "phone" : "wide";
  if (fits === here) return createElement(Screen);
  return createElement(Navigate, { to: fits === "phone" ? paths.upgradePhone() : paths.upgradeHall(), replace: true });
};

const hallCrumbs = crumbs({ title: "CaseBattle" });
const roomCrumbs = crumbs({ title: "CaseBattle", to: paths.battleHall() }, { title: "battleDetail" });

const season = shop("active", "active", "box", "open-reel", "fair", "account");

export const routes: RouteObject[] = [
  {
    // A browser source: nothing of the shell around it.
    path: patterns.overlay,
    Component: room("rollOverlay", "roll"),
  },
  {
    Component: Shell,
    children: [
      { path: patterns.home, Component: lazyRoute(() => import("./routes/home.tsx"), "home") },
      {
        path: patterns.caseList,
        Component: shop("caseList", "case-list"),
        handle: crumbs({ title: "boxlist" }),
      },
      {
        path: patterns.box,
        Component: room("box", "box", "open-reel", "fair"),
        handle: crumbs({ title: "boxlist", to: paths.caseList() }, { title: "openBox" }),
      },
      { path: patterns.tasks, Component: shop("tasks", "task"), handle: crumbs({ title: "tasks" }) },
      {
        path: patterns.freeSkins,
        Component: shop("freeSkins", "task", "box", "open-reel"),
        handle: crumbs({ title: "tasks", to: paths.tasks() }, { title: "freeSkins" }),
      },
      { path: patterns.battleHall, Component: battleHall, handle: hallCrumbs },
      { path: patterns.battleHallV2, Component: battleHall, handle: hallCrumbs },
      { path: patterns.battle, Component: battleRoom, handle: roomCrumbs },
      { path: patterns.battleOld, Component: battleRoom, handle: roomCrumbs },
      { path: patterns.battleV2, Component: battleRoom, handle: roomCrumbs },
      {
        path: patterns.rolls,
        Component: room("rollHall", "roll"),
        handle: crumbs({ title: "roll" }),
      },
      {
        path: patterns.roll,
        Component: room("rollRoom", "roll"),
        handle: crumbs({ title: "roll", to: paths.rolls() }, { title: "rollDetail" }),
      },
      {
        path: patterns.drops,
        Component: shop("drop", "drop"),
        handle: crumbs({ title: "drop" }),
      },
      {
        path: patterns.luckycards,
        Component: room("luckycardHall", "luckycard"),
        handle: crumbs({ title: "luckycard" }),
      },
      {
        path: patterns.luckycard,
        Component: room("luckycardRoom", "luckycard"),
        handle: playersOnly({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardRoom" }),
      },
      {
        path: patterns.luckycenter,
        Component: desk("luckycardRecords", "luckycard", "account"),
        handle: playersOnly({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardUcenter" }),
      },
      {
        path: patterns.wishes,
        Component: room("wishHall", "wish"),
        handle: crumbs({ title: "wishPage" }),
      },
      {
        path: patterns.wish,
        Component: room("wishRoom", "wish"),
        handle: crumbs({ title: "wishPage", to: paths.wishes() }, { title: "wish" }),
      },
      { path: patterns.active, Component: season, handle: crumbs({ title: "active" }) },
      { path: patterns.moonBox, Component: season, handle: crumbs({ title: "moonbox" }) },
      { path: patterns.newYear, Component: season, handle: crumbs({ title: "newYear" }) },
      {
        path: patterns.studio,
        Component: shop("studio", "studio"),
        handle: playersOnly({ title: "roll", to: paths.rolls() }, { title: "studio" }),
      },
      {
        path: patterns.studioNew,
        Component: shop("studioNew", "studio"),
        handle: playersOnly({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
      },
      {
        path: patterns.studioRoll,
        Component: shop("studioRoll", "studio", "roll"),
        handle: playersOnly({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
      },
      {
        path: patterns.mall,
        Component: shop("mall", "mall"),
        handle: playersOnly({ title: "store" }),
      },
      {
        path: patterns.mallItem,
        Component: shop("mallItem", "mall"),
        handle: playersOnly({ title: "store", to: paths.mall() }, { title: "storeItem" }),
      },
      {
        path: patterns.assets,
        Component: shop("assets", "assets"),
        handle: playersOnly({ title: "assets" }),
      },
      {
        path: patterns.user,
        Component: desk("user", "account"),
        handle: { needsPlayer: true } satisfies RouteHandle,
        children: [
          { index: true, Component: lead(paths.account()) },
          userPage("backpack", "case", "backpack"),
          userPage("account", "account", "account", "fair", "identity"),
          userPage("vip", "vip", "vip"),
          userPage("limits", "limits", "limits"),
          userPage("openings", "mbox", "account", "box"),
          userPage("records", "records", "account"),
          userPage("battleRecords", "battle", "account", "battle"),
          userPage("upgradeRecords", "upgradeRecord", "account", "upgrade"),
          userPage("tradeRecords", "replaceRecord", "account", "trade-in"),
          userPage("rollRecords", "rollRecords", "account", "roll"),
          userPage("dropRecords", "dropRecords", "account", "drop", "backpack"),
          userPage("wishRecords", "wishRecords", "account", "wish"),
          userPage("retrieveRecords", "retrieveRecords", "account", "backpack"),
          {
            path: patterns.mallOrders,
            Component: shop("mallOrders", "account", "mall"),
            handle: userCrumbs("storeOrders"),
          },
          userPage("assetsRecords", "assetsRecords", "account", "assets"),
          userPage("rechargeRecords", "rechargeRecords", "account", "assets"),
          {
            path: patterns.cards,
            Component: shop("cards", "account", "prizes"),
            handle: userCrumbs("cards"),
          },
          {
            path: patterns.exchange,
            Component: shop("exchange", "account", "prizes"),
            handle: userCrumbs("exchange"),
          },
          userPage("exchangeRecords", "exchangeRecords", "account", "prizes", "backpack"),
          userPage("luckycardRecords", "luckycardUcenter", "account", "luckycard"),
        ],
      },
      { path: patterns.upgradeHall, Component: upgradeOn("wide", upgradeHall), handle: upgradeCrumbs },
      {
        path: patterns.upgradePhone,
        Component: upgradeOn("phone", upgradeHall),
        handle: crumbs(upgradeParent, { title: "upgrade" }),
      },
      {
        path: patterns.upgradeRank,
        Component: desk("upgradeRank", "ranking"),
        handle: crumbs(upgradeParent, { title: "UpgradeRank" }),
      },
      {
        path: patterns.upgradeReplay,
        Component: desk("upgradeReplay", "upgrade"),
        handle: crumbs(upgradeParent, { title: "UpgradeReplay" }),
      },
      {
        path: patterns.upgradeDetail,
        Component: desk("upgradeDetail", "upgrade"),
        handle: crumbs(upgradeParent, { title: "upgradeDetail" }),
      },
      {
        path: patterns.upgradeUser,
        Component: desk("upgradeUser", "upgrade"),
        handle: crumbs(upgradeParent, { title: "UpgradeUserHome" }),
      },
      {
        path: patterns.upgradeUserRecords,
        Component: desk("upgradeUserRecords", "account", "upgrade"),
        handle: crumbs(upgradeParent, { title: "upgradeRecord" }),
      },
      {
        path: patterns.hashRank,
        Component: desk("hashRank", "ranking"),
        handle: crumbs({ title: "hashrank" }),
      },
      {
        path: patterns.tradeIn,
        Component: shop("tradeIn", "trade-in"),
        handle: playersOnly({ title: "ReplaceSkins" }),
      },
      {
        path: patterns.promotion,
        Component: desk("promotion", "promotion"),
        handle: crumbs({ title: "promotion" }),
      },
      {
        path: patterns.source,
        Component: desk("source", "promotion"),
        handle: crumbs({ title: "promotion" }),
      },
      {
        path: patterns.steamReturn,
        Component: desk("steamReturn", "identity"),
        handle: crumbs({ title: "steamReturn" }),
      },
      {
        path: patterns.outbox,
        Component: desk("outbox", "identity"),
        handle: crumbs({ title: "outbox" }),
      },
      {
        path: patterns.verify,
        Component: desk("verify", "fair"),
        handle: crumbs({ title: "verify" }),
      },
      {
        path: patterns.instructions,
        Component: desk("instructions", "help"),
        handle: crumbs({ title: "instructions" }),
      },
      {
        path: patterns.help,
        Component: desk("help", "help"),
        handle: crumbs({ title: "helpCenter" }),
      },
      { path: patterns.refresh, Component: desk("refresh") },
      { path: "*", Component: lead(paths.home()) },
    ],
  },
];
