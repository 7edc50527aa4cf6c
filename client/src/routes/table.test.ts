import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { CLOSED, ROUTES, type There, type Visit } from "../../e2e/routes.ts";
import { roomPages } from "../protocol/gen-rooms.ts";
import { patterns } from "../routes/paths.ts";
import type { RouteHandle } from "./crumbs.ts";
import { pagesOf, RECORDED, SCREEN_KINDS, type ScreenKind } from "./kinds.ts";
import { routes } from "./table.ts";

/** Product spec §2, "Routes". */
const LISTED = [
  "/",
  "/page/instrutions",
  "/freeSKins/{boxId}",
  "/refersh",
  "/case/{type}",
  "/case/csgo",
  "/case/hash",
  "/steer/case",
  "/page/store",
  "/page/upgradeHall",
  "/page/upgrade",
  "/upgrade/rank",
  "/upgrade/replay",
  "/upgrade/detail",
  "/upgrade/userRecord/{id}",
  "/upgrade/userInfo/{id}",
  "/page/replaceSkins",
  "/page/helpcenter/activity",
  "/page/helpcenter/aboutus",
  "/page/helpcenter/Termsofuse",
  "/page/helpcenter/Privacypolicy",
  "/page/helpcenter/shouldknow",
  "/page/helpcenter/steamBind",
  "/page/helpcenter/hash",
  "/page/helpcenter/steam",
  "/user/case",
  "/user/records",
  "/user/account",
  "/user/vip",
  "/user/mbox/record",
  "/user/upgrade/record",
  "/user/battle/record",
  "/user/replace/record",
  "/user/luckycenter",
  "/user/roll/record",
  "/user/retrieve/record",
  "/user/exchange/record",
  "/user/drop/record",
  "/user/assets/record",
  "/user/recharge/record",
  "/page/promotion",
  "/page/assets",
  "/page/roll",
  "/page/roll/{rollId}",
  "/page/caseBattle",
  "/page/caseBattleV2",
  "/page/battle/{id}",
  "/page/battleBattle/{id}",
  "/page/battleV2/{battleId}",
  "/page/active",
  "/page/wish",
  "/wish/{roomId}",
  "/page/drop",
  "/page/source",
  "/page/hashrank",
  "/moonbox",
  "/luckycard",
  "/luckycard/{roomId}",
  "/luckycenter",
  "/newyear2025",
  "/siteMaintain.html",
];

const THERE: There = {
  ...{ proof: "7", upgrade: "7", playerId: "7", spreadCode: "7" },
  rooms: Object.fromEntries(SCREEN_KINDS.map((kind) => [kind, "7"])) as Record<ScreenKind, string>,
  ...{ draft: "7", live: "7", overlay: "/overlay/roll/7#token" },
};
const pathOf = ({ at }: Visit) => (typeof at === "string" ? at : at(THERE)).replace(/[?#].*/, "");
const besideOf = ({ beside = [] }: Visit) => beside.map((at) => at.replace(/[?#].*/, ""));
const chain = (path: string) => matchRoutes(routes, path)?.map(({ route }) => route) ?? [];
const patternOf = (path: string) => chain(path).findLast(({ path }) => path !== undefined)?.path;

/** Every pattern of the router. */
function patternsOf(list: RouteObject[]): string[] {
  return list.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...patternsOf(children)]);
}

const table = Object.entries<readonly Visit[]>(ROUTES);

test("every route of the router is in the table, and under its own name", () => {
  const named = table.map(([name]) => patterns[name as keyof typeof patterns]);
  expect(named.toSorted()).toEqual(
    patternsOf(routes)
      .filter((path) => path !== "*")
      .toSorted(),
  );
  for (const [name, visits] of table) {
    expect(visits, name).not.toEqual([]);
    for (const visit of visits) expect(patternOf(pathOf(visit)), name).toBe(patterns[name as keyof typeof patterns]);
  }
});

test("a link to a room of any kind has a preview, whichever of its addresses it is", () => {
  const shown = Object.fromEntries(Object.entries(roomPages).filter(([, pages]) => pages.length > 0));
  expect(shown).toEqual(Object.fromEntries(SCREEN_KINDS.map((kind) => [kind, pagesOf(kind)])));
});

const menu = import.meta.glob<string>("../features/account/user-layout.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Pages of the user area that a page of the menu leads to. */
const BELOW = ["exchangeRecords", "assetsRecords", "user"];

test("the menu of the user area leads to every page of it", () => {
  const [text = ""] = Object.values(menu);
  expect(text).toContain("...RECORDED.map(");
  const ofRooms = RECORDED.map(({ to }) => to);
  const names = Object.entries(patterns).flatMap(([name, path]) =>
    /^\/user\b[^:]*$/.test(path) && !ofRooms.includes(path) ? [name] : [],
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !BELOW.includes(name) && !text.includes(`paths.${name}()`))).toEqual([]);
});

test("every route of the specification is visited", () => {
  const visited = new Set([
    CLOSED.at,
    ...table.flatMap(([, visits]) => visits.flatMap((visit) => [pathOf(visit), ...besideOf(visit)])),
  ]);
  const missing = LISTED.map((route) => route.replace(/\{.*\}/, "7")).filter(
    (path) =>
      !visited.has(path) && !(path.endsWith("/7") && [...visited].some((at) => patternOf(at) === patternOf(path))),
  );
  expect(missing).toEqual([]);
});

const screenAt = (path: string) => chain(path).at(-1)?.lazy;
const screenOf = (visit: Visit) => screenAt(pathOf(visit));

test("an address that is gone through beside another, without a load of its own, is of the same screen", () => {
  const visits = table.flatMap(([, all]) => all).filter(({ beside }) => beside);
  expect(visits).not.toEqual([]);
  for (const visit of visits) {
    expect(screenOf(visit)).toBeDefined();
    for (const path of besideOf(visit)) expect(screenAt(path), path).toBe(screenOf(visit));
  }
});

test("an address that is not gone through in every way is of a screen that is, for the same people", () => {
  for (const visit of table.flatMap(([, visits]) => visits)) {
    if (!visit.like) continue;
    const whole = table.find(([name]) => name === visit.like)?.[1].find(({ like, leads }) => !like && !leads);
    if (!whole) throw new Error(`${visit.like} is not gone through`);
    expect(screenOf(visit), visit.like).toBeDefined();
    expect(screenOf(visit), visit.like).toBe(screenOf(whole));
    expect(whole.who).toEqual(visit.who);
  }
});

test("visitors see exactly what the router lets them see, and everything else is seen by a player", () => {
  for (const [name, visits] of table) {
    for (const visit of visits) {
      const guarded = chain(pathOf(visit)).some(({ handle }) => (handle as RouteHandle | undefined)?.needsPlayer);
      expect(visit.who.includes("visitor"), `${name}: visitor`).toBe(!guarded);
    }
    const who = new Set(visits.flatMap((visit) => visit.who));
    expect(who.has("player") || who.has("streamer"), `${name}: signed in`).toBe(true);
  }
});

/**
 * Product spec §2, "auth", and §6: store, user area, replace skins, lucky card room and centre; recharge and withdrawal
 * are "pay".
 */
const GUARDED = /^\/user\/|^\/page\/(store|replaceSkins|assets)$|^\/luckycard\/|^\/luckycenter$/;

test("of the specification's routes a visitor is asked to log in where it says so, and nowhere else", () => {
  for (const route of LISTED) {
    const path = route.replace(/\{.*\}/, "7");
    const guarded = chain(path).some(({ handle }) => (handle as RouteHandle | undefined)?.needsPlayer);
    expect(Boolean(guarded), route).toBe(GUARDED.test(path));
  }
});
