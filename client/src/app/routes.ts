/** Address → screen. Screens are lazy and thin: they compose features, which never know each other. */
import { type RouteObject, replace } from "react-router";
import { paths, patterns } from "../paths.ts";
import { live } from "../state/live.ts";
import { CrashScreen } from "./crash-screen.tsx";
import { lazyRoute } from "./lazy-route.ts";
import { requirePlayer } from "./protected.ts";
import type { Crumb, RouteHandle } from "./route-handle.ts";

const crumbs = (...list: Crumb[]): RouteHandle => ({ crumbs: list });
const userCrumbs = (title: Crumb["title"]): RouteHandle => ({
  crumbs: [{ title: "user", to: paths.account() }, { title }],
  keepsScroll: true,
});

// Battles use the socket directly: it must know the player first.
const battleHall = lazyRoute(() => live().then(() => import("./routes/battle-hall.tsx")), "battle");
const battleRoom = lazyRoute(() => live().then(() => import("./routes/battle-room.tsx")), "battle", "open-reel");

// The hall hears live upgrades.
const upgradeHall = lazyRoute(() => live().then(() => import("./routes/upgrade-hall.tsx")), "upgrade");
const upgradeParent: Crumb = { title: "upgradeHall", to: paths.upgradeHall() };
const upgradeCrumbs = crumbs({ title: "upgradeHall" });

/** Phones use one address where desktops use another (product spec §2); either leads to the right one. */
const upgradeOn = (here: "wide" | "phone") => () => {
  const fits = matchMedia("(max-width: 750px)").matches ? "phone" : "wide";
  if (fits === here) return null;
  throw replace(fits === "phone" ? paths.upgradePhone() : paths.upgradeHall());
};

const hallCrumbs = crumbs({ title: "CaseBattle" });
const roomCrumbs = crumbs({ title: "CaseBattle", to: paths.battleHall() }, { title: "battleDetail" });

export const routes: RouteObject[] = [
  {
    // A browser source: nothing of the shell around it.
    path: patterns.overlay,
    lazy: lazyRoute(() => live().then(() => import("./routes/roll-overlay.tsx")), "roll"),
    HydrateFallback: () => null,
    ErrorBoundary: CrashScreen,
  },
  {
    lazy: lazyRoute(() => import("./shell.tsx"), "ticker"),
    HydrateFallback: () => null,
    ErrorBoundary: CrashScreen,
    children: [
      {
        ErrorBoundary: CrashScreen,
        children: [
          { path: patterns.home, lazy: lazyRoute(() => import("./routes/home.tsx"), "home", "roll") },
          {
            path: patterns.caseList,
            lazy: lazyRoute(() => import("./routes/case-list.tsx"), "case-list"),
            handle: crumbs({ title: "boxlist" }),
          },
          {
            path: patterns.box,
            lazy: lazyRoute(() => import("./routes/box.tsx"), "box", "open-reel", "fair"),
            handle: crumbs({ title: "boxlist", to: paths.caseList() }, { title: "openBox" }),
          },
          { path: patterns.battleHall, lazy: battleHall, handle: hallCrumbs },
          { path: patterns.battleHallV2, lazy: battleHall, handle: hallCrumbs },
          { path: patterns.battle, lazy: battleRoom, handle: roomCrumbs },
          { path: patterns.battleOld, lazy: battleRoom, handle: roomCrumbs },
          { path: patterns.battleV2, lazy: battleRoom, handle: roomCrumbs },
          {
            path: patterns.rolls,
            lazy: lazyRoute(() => import("./routes/roll-hall.tsx"), "roll"),
            handle: crumbs({ title: "roll" }),
          },
          {
            path: patterns.roll,
            lazy: lazyRoute(() => live().then(() => import("./routes/roll-room.tsx")), "roll"),
            handle: crumbs({ title: "roll", to: paths.rolls() }, { title: "rollDetail" }),
          },
          {
            path: patterns.drops,
            lazy: lazyRoute(() => import("./routes/drop.tsx"), "drop"),
            handle: crumbs({ title: "drop" }),
          },
          {
            path: patterns.studio,
            lazy: lazyRoute(() => import("./routes/studio.tsx"), "studio"),
            loader: requirePlayer,
            handle: crumbs({ title: "roll", to: paths.rolls() }, { title: "studio" }),
          },
          {
            path: patterns.studioNew,
            lazy: lazyRoute(() => import("./routes/studio-new.tsx"), "studio"),
            loader: requirePlayer,
            handle: crumbs({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
          },
          {
            path: patterns.studioRoll,
            lazy: lazyRoute(() => live().then(() => import("./routes/studio-roll.tsx")), "studio", "roll"),
            loader: requirePlayer,
            handle: crumbs({ title: "studio", to: paths.studio() }, { title: "studioRoom" }),
          },
          {
            path: patterns.user,
            lazy: lazyRoute(() => import("./routes/user.tsx"), "account"),
            loader: requirePlayer,
            children: [
              { index: true, loader: () => replace(paths.account()) },
              {
                path: patterns.backpack,
                lazy: lazyRoute(() => import("./routes/backpack.tsx"), "backpack"),
                loader: requirePlayer,
                handle: userCrumbs("case"),
              },
              {
                path: patterns.account,
                lazy: lazyRoute(() => import("./routes/account.tsx"), "account", "fair"),
                loader: requirePlayer,
                handle: userCrumbs("account"),
              },
              {
                path: patterns.openings,
                lazy: lazyRoute(() => import("./routes/openings.tsx"), "account", "box"),
                loader: requirePlayer,
                handle: userCrumbs("records"),
              },
              {
                path: patterns.battleRecords,
                lazy: lazyRoute(() => import("./routes/battle-records.tsx"), "account", "battle"),
                loader: requirePlayer,
                handle: userCrumbs("battle"),
              },
              {
                path: patterns.upgradeRecords,
                lazy: lazyRoute(() => import("./routes/upgrade-records.tsx"), "account", "upgrade"),
                loader: requirePlayer,
                handle: userCrumbs("upgradeRecord"),
              },
              {
                path: patterns.tradeRecords,
                lazy: lazyRoute(() => import("./routes/trade-records.tsx"), "account", "trade-in"),
                loader: requirePlayer,
                handle: userCrumbs("replaceRecord"),
              },
              {
                path: patterns.rollRecords,
                lazy: lazyRoute(() => import("./routes/roll-records.tsx"), "account", "roll"),
                loader: requirePlayer,
                handle: userCrumbs("rollRecords"),
              },
              {
                path: patterns.luckycardRecords,
                lazy: lazyRoute(() => import("./routes/luckycard-records.tsx"), "account", "luckycard"),
                loader: requirePlayer,
                handle: userCrumbs("luckycardUcenter"),
              },
            ],
          },
          { path: patterns.upgradeHall, loader: upgradeOn("wide"), lazy: upgradeHall, handle: upgradeCrumbs },
          { path: patterns.upgradePhone, loader: upgradeOn("phone"), lazy: upgradeHall, handle: upgradeCrumbs },
          {
            path: patterns.upgradeRank,
            lazy: lazyRoute(() => import("./routes/upgrade-rank.tsx"), "ranking"),
            handle: crumbs(upgradeParent, { title: "UpgradeRank" }),
          },
          {
            path: patterns.upgradeReplay,
            lazy: lazyRoute(() => import("./routes/upgrade-replay.tsx"), "upgrade"),
            handle: crumbs(upgradeParent, { title: "UpgradeReplay" }),
          },
          {
            path: patterns.upgradeDetail,
            lazy: lazyRoute(() => import("./routes/upgrade-detail.tsx"), "upgrade"),
            handle: crumbs(upgradeParent, { title: "upgradeDetail" }),
          },
          {
            path: patterns.upgradeUser,
            lazy: lazyRoute(() => import("./routes/upgrade-user.tsx"), "upgrade"),
            handle: crumbs(upgradeParent, { title: "UpgradeUserHome" }),
          },
          {
            path: patterns.upgradeUserRecords,
            lazy: lazyRoute(() => import("./routes/upgrade-user-records.tsx"), "upgrade"),
            handle: crumbs(upgradeParent, { title: "upgradeRecord" }),
          },
          {
            path: patterns.hashRank,
            lazy: lazyRoute(() => import("./routes/hash-rank.tsx"), "ranking"),
            handle: crumbs({ title: "hashrank" }),
          },
          {
            path: patterns.tradeIn,
            lazy: lazyRoute(() => import("./routes/trade-in.tsx"), "trade-in"),
            loader: requirePlayer,
            handle: crumbs({ title: "ReplaceSkins" }),
          },
          {
            path: patterns.luckycards,
            lazy: lazyRoute(() => live().then(() => import("./routes/luckycard-hall.tsx")), "luckycard"),
            handle: crumbs({ title: "luckycard" }),
          },
          {
            path: patterns.luckycard,
            lazy: lazyRoute(() => live().then(() => import("./routes/luckycard-room.tsx")), "luckycard"),
            loader: requirePlayer,
            handle: crumbs({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardRoom" }),
          },
          {
            path: patterns.luckycenter,
            lazy: lazyRoute(() => import("./routes/luckycard-records.tsx"), "luckycard", "account"),
            loader: requirePlayer,
            handle: crumbs({ title: "luckycard", to: paths.luckycards() }, { title: "luckycardUcenter" }),
          },
          {
            path: patterns.verify,
            lazy: lazyRoute(() => import("./routes/verify.tsx"), "fair"),
            handle: crumbs({ title: "verify" }),
          },
          {
            path: patterns.instructions,
            lazy: lazyRoute(() => import("./routes/instructions.tsx"), "help"),
            handle: crumbs({ title: "instructions" }),
          },
          {
            path: patterns.help,
            lazy: lazyRoute(() => import("./routes/help.tsx"), "help"),
            handle: { crumbs: [{ title: "helpCenter" }], keepsScroll: true } satisfies RouteHandle,
          },
          { path: "*", loader: () => replace(paths.home()) },
        ],
      },
    ],
  },
];
