import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import texts from "../i18n/shell.en.json";
import type { RouteHandle } from "./crumbs.ts";
import { routes } from "./table.ts";

/** Every title that product spec §2 lists for the breadcrumb, where it is shown, and the parents that it names. */
const LISTED: readonly [name: string, path: string, ...titles: (keyof typeof texts.title)[]][] = [
  ["boxlist", "/case/all", "boxlist"],
  ["openBox", "/steer/case", "boxlist", "openBox"],
  ["upgradeHall", "/page/upgradeHall", "upgradeHall"],
  ["CaseBattle", "/page/caseBattle", "CaseBattle"],
  ["upgrade", "/page/upgrade", "upgradeHall", "upgrade"],
  ["UpgradeRank", "/upgrade/rank", "upgradeHall", "UpgradeRank"],
  ["UpgradeReplay", "/upgrade/replay", "upgradeHall", "UpgradeReplay"],
  ["userRecord", "/upgrade/userRecord/1", "upgradeHall", "upgradeRecord"],
  ["UpgradeUserHome", "/upgrade/userInfo/1", "upgradeHall", "UpgradeUserHome"],
  ["detail", "/upgrade/detail", "upgradeHall", "upgradeDetail"],
  ["wishPage", "/page/wish", "wishPage"],
  ["wish", "/wish/1", "wishPage", "wish"],
  ["roll", "/page/roll", "roll"],
  ["rollDetail", "/page/roll/1", "roll", "rollDetail"],
  ["store", "/page/store", "store"],
  ["battleDetail", "/page/battle/1", "CaseBattle", "battleDetail"],
  ["user", "/user/account", "user", "account"],
  ["case", "/user/case", "user", "case"],
  ["assets", "/page/assets", "assets"],
  ["promotion", "/page/promotion", "promotion"],
  ["helpCenter", "/page/helpcenter/hash", "helpCenter"],
  ["mbox record", "/user/mbox/record", "user", "mbox"],
  ["upgrade record", "/user/upgrade/record", "user", "upgradeRecord"],
  ["battle record", "/user/battle/record", "user", "battle"],
  ["replace record", "/user/replace/record", "user", "replaceRecord"],
  ["roll record", "/user/roll/record", "user", "rollRecords"],
  ["retrieve record", "/user/retrieve/record", "user", "retrieveRecords"],
  ["exchange record", "/user/exchange/record", "user", "exchangeRecords"],
  ["drop record", "/user/drop/record", "user", "dropRecords"],
  ["assets record", "/user/assets/record", "user", "assetsRecords"],
  ["user records", "/user/records", "user", "records"],
  ["ReplaceSkins", "/page/replaceSkins", "ReplaceSkins"],
  ["drop", "/page/drop", "drop"],
  ["active", "/page/active", "active"],
  ["moonbox", "/moonbox", "moonbox"],
  ["newYear", "/newyear2025", "newYear"],
  ["hashrank", "/page/hashrank", "hashrank"],
  ["luckycard", "/luckycard", "luckycard"],
  ["luckycardRoom", "/luckycard/1", "luckycard", "luckycardRoom"],
  ["luckycardUcenter", "/luckycenter", "luckycard", "luckycardUcenter"],
];

const crumbsOf = (path: string) =>
  matchRoutes(routes, path)
    ?.map(({ route }) => route.handle as RouteHandle | undefined)
    .findLast((handle) => handle?.crumbs)?.crumbs ?? [];

test.each(LISTED)("%s", (_, path, ...titles) => {
  const crumbs = crumbsOf(path);
  expect(crumbs.map(({ title }) => title)).toEqual(titles);
  for (const title of titles) expect(texts.title[title]).toBeTruthy();
  // Every crumb but the last is a link to a screen of its own.
  for (const { to } of crumbs.slice(0, -1)) expect(matchRoutes(routes, to ?? "")?.at(-1)?.route.path).not.toBe("*");
  for (const { to } of crumbs.slice(0, -1)) expect(to).toBeTruthy();
});

test("every screen but home has a title", () => {
  const bare: string[] = [];
  const look = (list: typeof routes, above: boolean) => {
    for (const { path, children, handle } of list) {
      const titled = above || Boolean((handle as RouteHandle | undefined)?.crumbs);
      if (children) look(children, titled);
      else if (!titled && path !== "/") bare.push(path ?? "");
    }
  };
  look(routes, false);
  // The overlay is for a stream, two lead on at once, and an unknown address leads home.
  expect(bare.sort()).toEqual(["*", "/overlay/roll/:id", "/refersh", "/user"]);
});
