/** Address → screen. Screens are lazy and thin: they compose features, which never know each other. */
import { createElement } from "react";
import { Navigate, type RouteObject } from "react-router";
import { paths, patterns } from "../paths.ts";
import { live } from "../state/live.ts";
import { lazyRoute } from "./lazy-route.ts";
import type { Crumb, RouteHandle } from "./route-handle.ts";
import { Shell } from "./shell.tsx";

const crumbs = (...list: Crumb[]): RouteHandle => ({ crumbs: list });
const userCrumbs = (title: Crumb["title"]): RouteHandle => ({
  crumbs: [{ title: "user", to: paths.account() }, { title }],
});

const lead = (to: string) => () => createElement(Navigate, { to, replace: true });

// Battles use the socket directly: it must know the player first.
const battleHall = lazyRoute(() => live().then(() => import("./routes/battle-hall.tsx")), "battle");
const battleRoom = lazyRoute(() => live().then(() => import("./routes/battle-room.tsx")), "battle", "open-reel");

const hallCrumbs = crumbs({ title: "CaseBattle" });
const roomCrumbs = crumbs({ title: "CaseBattle", to: paths.battleHall() }, { title: "battleDetail" });

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      { path: patterns.home, Component: lazyRoute(() => import("./routes/home.tsx"), "home") },
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
        ],
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
