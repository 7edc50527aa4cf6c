/** Address → screen. Screens are lazy and thin: they compose features, which never know each other. */
import { type ComponentType, createElement } from "react";
import { Navigate, type RouteObject } from "react-router";
import { paths, patterns } from "../paths.ts";
import { live } from "../state/live.ts";
import { lazyRoute } from "./lazy-route.ts";
import type { Crumb, RouteHandle } from "./route-handle.ts";
import { Shell } from "./shell.tsx";

const crumbs = (...list: Crumb[]): RouteHandle => ({ crumbs: list });
const playersOnly = (...list: Crumb[]): RouteHandle => ({ crumbs: list, needsPlayer: true });
const userCrumbs = (title: Crumb["title"]): RouteHandle => ({
  crumbs: [{ title: "user", to: paths.account() }, { title }],
});

const lead = (to: string) => () => createElement(Navigate, { to, replace: true });

// Battles use the socket directly: it must know the player first.
const battleHall = lazyRoute(() => live().then(() => import("./routes/battle-hall.tsx")), "battle");
const battleRoom = lazyRoute(() => live().then(() => import("./routes/battle-room.tsx")), "battle", "open-reel");

// The hall hears live upgrades.
const upgradeHall = lazyRoute(() => live().then(() => import("./routes/upgrade-hall.tsx")), "upgrade");
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

export const routes: RouteObject[] = [
  {
    // A browser source: nothing of the shell around it.
    path: patterns.overlay,
    Component: lazyRoute(() => live().then(() => import("./routes/roll-overlay.tsx")), "roll"),
  },
  {
    Component: Shell,
    children: [
      { path: patterns.home, Component: lazyRoute(() => import("./routes/home.tsx"), "home", "roll") },
      {
        path: patterns.caseList,
        Component: lazyRoute(() => import("./routes/case-list.tsx"), "case-list"),
        handle: crumbs({ title: "boxlist" }),
      },
      {
        path: patterns.box,
        Component: lazyRoute(() => import("./routes/box.tsx"), "box", "open-reel", "fair"),
        handle: crumbs({ title: "boxlist", to: paths.caseList() }, { title: "openBox" }),
      },
      { path: patterns.battleHall, Component: battleHall, handle: hallCrumbs },
      { path: patterns.battleHallV2, Component: battleHall, handle: hallCrumbs },
      { path: patterns.battle, Component: battleRoom, handle: roomCrumbs },
      { path: patterns.battleOld, Component: battleRoom, handle: roomCrumbs },
      { path: patterns.battleV2, Component: battleRoom, handle: roomCrumbs },
      {
        path: patterns.rolls,
        Component: lazyRoute(() => import("./routes/roll-hall.tsx"), "roll"),
        handle: crumbs({ title: "roll" }),
      },
      {
        path: patterns.roll,
        Component: lazyRoute(() => live().then(() => import("./routes/roll-room.tsx")), "roll"),
        handle: crumbs({ title: "roll", to: paths.rolls() }, { title: "rollDetail" }),
      },
      {
        path: patterns.drops,
        Component: lazyRoute(() => import("./routes/drop.tsx"), "drop"),
        handle: crumbs({ title: "drop" }),
      },
      {
        path: patterns.luckycards,
        Component: lazyRoute(() => live().then(() => import("./routes/luckycard-hall.tsx")), "luckycard"),
        handle: crumbs({ title: "luckycard" }),
      },
      {
        path: patterns.luckycard,
        Component: lazyRoute(() => live().then(() => import("./routes/luckycard-room.tsx")), "luckycard"),
        handle: playersOnly({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardRoom" }),
      },
      {
        path: patterns.luckycenter,
        Component: lazyRoute(() => import("./routes/luckycard-records.tsx"), "luckycard", "account"),
        handle: playersOnly({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardUcenter" }),
      },
      {
        path: patterns.studio,
        Component: lazyRoute(() => import("./routes/studio.tsx"), "studio"),
        handle: playersOnly({ title: "roll", to: paths.rolls() }, { title: "studio" }),
      },
      {
        path: patterns.studioNew,
        Component: lazyRoute(() => import("./routes/studio-new.tsx"), "studio"),
        handle: playersOnly({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
      },
      {
        path: patterns.studioRoll,
        Component: lazyRoute(() => live().then(() => import("./routes/studio-roll.tsx")), "studio", "roll"),
        handle: playersOnly({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
      },
      {
        path: patterns.user,
        Component: lazyRoute(() => import("./routes/user.tsx"), "account"),
        handle: { needsPlayer: true } satisfies RouteHandle,
        children: [
          { index: true, Component: lead(paths.account()) },
          {
            path: patterns.backpack,
            Component: lazyRoute(() => import("./routes/backpack.tsx"), "backpack"),
            handle: userCrumbs("case"),
          },
          {
            path: patterns.account,
            Component: lazyRoute(() => import("./routes/account.tsx"), "account", "fair"),
            handle: userCrumbs("account"),
          },
          {
            path: patterns.openings,
            Component: lazyRoute(() => import("./routes/openings.tsx"), "account", "box"),
            handle: userCrumbs("records"),
          },
          {
            path: patterns.battleRecords,
            Component: lazyRoute(() => import("./routes/battle-records.tsx"), "account", "battle"),
            handle: userCrumbs("battle"),
          },
          {
            path: patterns.upgradeRecords,
            Component: lazyRoute(() => import("./routes/upgrade-records.tsx"), "account", "upgrade"),
            handle: userCrumbs("upgradeRecord"),
          },
          {
            path: patterns.tradeRecords,
            Component: lazyRoute(() => import("./routes/trade-records.tsx"), "account", "trade-in"),
            handle: userCrumbs("replaceRecord"),
          },
          {
            path: patterns.rollRecords,
            Component: lazyRoute(() => import("./routes/roll-records.tsx"), "account", "roll"),
            handle: userCrumbs("rollRecords"),
          },
          {
            path: patterns.luckycardRecords,
            Component: lazyRoute(() => import("./routes/luckycard-records.tsx"), "account", "luckycard"),
            handle: userCrumbs("luckycardUcenter"),
          },
        ],
      },
      { path: patterns.upgradeHall, Component: upgradeOn("wide", upgradeHall), handle: upgradeCrumbs },
      { path: patterns.upgradePhone, Component: upgradeOn("phone", upgradeHall), handle: upgradeCrumbs },
      {
        path: patterns.upgradeRank,
        Component: lazyRoute(() => import("./routes/upgrade-rank.tsx"), "ranking"),
        handle: crumbs(upgradeParent, { title: "UpgradeRank" }),
      },
      {
        path: patterns.upgradeReplay,
        Component: lazyRoute(() => import("./routes/upgrade-replay.tsx"), "upgrade"),
        handle: crumbs(upgradeParent, { title: "UpgradeReplay" }),
      },
      {
        path: patterns.upgradeDetail,
        Component: lazyRoute(() => import("./routes/upgrade-detail.tsx"), "upgrade"),
        handle: crumbs(upgradeParent, { title: "upgradeDetail" }),
      },
      {
        path: patterns.upgradeUser,
        Component: lazyRoute(() => import("./routes/upgrade-user.tsx"), "upgrade"),
        handle: crumbs(upgradeParent, { title: "UpgradeUserHome" }),
      },
      {
        path: patterns.upgradeUserRecords,
        Component: lazyRoute(() => import("./routes/upgrade-user-records.tsx"), "upgrade"),
        handle: crumbs(upgradeParent, { title: "upgradeRecord" }),
      },
      {
        path: patterns.hashRank,
        Component: lazyRoute(() => import("./routes/hash-rank.tsx"), "ranking"),
        handle: crumbs({ title: "hashrank" }),
      },
      {
        path: patterns.tradeIn,
        Component: lazyRoute(() => import("./routes/trade-in.tsx"), "trade-in"),
        handle: playersOnly({ title: "ReplaceSkins" }),
      },
      {
        path: patterns.verify,
        Component: lazyRoute(() => import("./routes/verify.tsx"), "fair"),
        handle: crumbs({ title: "verify" }),
      },
      {
        path: patterns.instructions,
        Component: lazyRoute(() => import("./routes/instructions.tsx"), "help"),
        handle: crumbs({ title: "instructions" }),
      },
      {
        path: patterns.help,
        Component: lazyRoute(() => import("./routes/help.tsx"), "help"),
        handle: crumbs({ title: "helpCenter" }),
      },
      { path: "*", Component: lead(paths.home()) },
    ],
  },
];
