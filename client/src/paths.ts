/** The one table of addresses. Patterns are for the router, builders for links; nobody else writes a path. */
export const patterns = {
  home: "/",
  caseList: "/case/:type",
  box: "/steer/case/:id?",
  battleHall: "/page/caseBattle",
  battleHallV2: "/page/caseBattleV2",
  battle: "/page/battle/:id",
  battleOld: "/page/battleBattle/:id",
  battleV2: "/page/battleV2/:id",
  user: "/user",
  backpack: "/user/case",
  account: "/user/account",
  openings: "/user/records",
  battleRecords: "/user/battle/record",
  rolls: "/page/roll",
  drops: "/page/drop",
  roll: "/page/roll/:id",
  rollRecords: "/user/roll/record",
  dropRecords: "/user/drop/record",
  studio: "/page/studio",
  studioNew: "/page/studio/new",
  studioRoll: "/page/studio/:id",
  overlay: "/overlay/roll/:id",
  wishes: "/page/wish",
  wish: "/wish/:id",
  wishRecords: "/user/wish/record",
  upgradeHall: "/page/upgradeHall",
  upgradePhone: "/page/upgrade",
  upgradeRank: "/upgrade/rank",
  upgradeReplay: "/upgrade/replay",
  upgradeDetail: "/upgrade/detail",
  upgradeUserRecords: "/upgrade/userRecord/:id",
  upgradeUser: "/upgrade/userInfo/:id",
  upgradeRecords: "/user/upgrade/record",
  tradeIn: "/page/replaceSkins",
  tradeRecords: "/user/replace/record",
  hashRank: "/page/hashrank",
  luckycards: "/luckycard",
  luckycard: "/luckycard/:id",
  luckycenter: "/luckycenter",
  luckycardRecords: "/user/luckycenter",
  assets: "/page/assets",
  assetsRecords: "/user/assets/record",
  rechargeRecords: "/user/recharge/record",
  verify: "/fair/verify",
  instructions: "/page/instrutions", // the specification's spelling
  help: "/page/helpcenter/:key",
} as const;

export type CaseType = "all" | "csgo" | "hash";
export const HELP_KEYS = ["aboutus", "Termsofuse", "Privacypolicy", "shouldknow", "hash"] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

/** Places by the source of an item that is from no box and no battle. */
const SOURCES: Readonly<Record<number, string>> = {
  2: patterns.rolls,
  6: patterns.drops,
  7: patterns.wishes,
  10: patterns.luckycards,
};

export const paths = {
  home: () => "/",
  caseList: (type: CaseType = "all") => `/case/${type}`,
  box: (id: number) => `/steer/case?box=${id}`,
  battleHall: () => patterns.battleHall,
  battle: (id: string, code?: string) => `/page/battle/${id}${code ? `?code=${encodeURIComponent(code)}` : ""}`,
  backpack: () => patterns.backpack,
  account: () => patterns.account,
  openings: () => patterns.openings,
  battleRecords: () => patterns.battleRecords,
  rolls: () => patterns.rolls,
  drops: () => patterns.drops,
  roll: (id: string, sharer?: string) => `/page/roll/${id}${sharer ? `?from=${encodeURIComponent(sharer)}` : ""}`,
  rollRecords: () => patterns.rollRecords,
  dropRecords: () => patterns.dropRecords,
  /** Where a drop came from: by its source (product spec §3), and the very place where there is one. */
  played: ({ source, boxId, battleId }: { source: number; boxId: number; battleId: string }): string => {
    if (battleId !== "") return paths.battle(battleId);
    if (boxId !== 0) return paths.box(boxId);
    return SOURCES[source] ?? patterns.upgradeHall;
  },
  luckycards: () => patterns.luckycards,
  luckycard: (id: string) => `/luckycard/${id}`,
  luckycenter: () => patterns.luckycenter,
  luckycardRecords: () => patterns.luckycardRecords,
  studio: () => patterns.studio,
  studioNew: () => patterns.studioNew,
  studioRoll: (id: string) => `/page/studio/${id}`,
  /** The token stands behind the #: no log and no referrer has it. */
  overlay: (id: string, token: string) => `/overlay/roll/${id}#${token}`,
  assets: (openType?: "withdraw") => (openType ? `${patterns.assets}?openType=${openType}` : patterns.assets),
  assetsRecords: () => patterns.assetsRecords,
  rechargeRecords: () => patterns.rechargeRecords,
  wishes: () => patterns.wishes,
  wish: (id: string) => `/wish/${id}`,
  wishRecords: () => patterns.wishRecords,
  upgradeHall: () => patterns.upgradeHall,
  upgradePhone: () => patterns.upgradePhone,
  upgradeRank: () => patterns.upgradeRank,
  upgradeReplay: (resultId?: string) =>
    patterns.upgradeReplay + (resultId ? `?result=${encodeURIComponent(resultId)}` : ""),
  upgradeDetail: (resultId: string) => `${patterns.upgradeDetail}?result=${encodeURIComponent(resultId)}`,
  upgradeUserRecords: (id: string) => `/upgrade/userRecord/${id}`,
  upgradeUser: (id: string) => `/upgrade/userInfo/${id}`,
  upgradeRecords: () => patterns.upgradeRecords,
  tradeIn: () => patterns.tradeIn,
  tradeRecords: () => patterns.tradeRecords,
  hashRank: () => patterns.hashRank,
  verify: (resultId?: string) => patterns.verify + (resultId ? `?result=${encodeURIComponent(resultId)}` : ""),
  instructions: () => patterns.instructions,
  help: (key: HelpKey) => `/page/helpcenter/${key}`,
} as const;
