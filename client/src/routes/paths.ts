import { LOBBY_OF_SOURCE, ofRecords, ofRooms, type RecordPatterns, type RoomPatterns } from "./kinds.ts";

const byPattern = ({ pattern }: { readonly pattern: string }) => pattern;
const roomPatterns: RoomPatterns = ofRooms({ lobby: byPattern, room: byPattern }) as RoomPatterns;
const recordPatterns: RecordPatterns = ofRecords(byPattern) as RecordPatterns;

/** The id of a box in an address; 0, which none has, for any other text. */
export const idInPath = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** The one table of addresses. Patterns are for the router, builders for links; no other file writes a path. */
export const patterns = {
  home: "/",
  caseList: "/case/:type",
  box: "/steer/case/:id?",
  user: "/user",
  backpack: "/user/case",
  account: "/user/account",
  vip: "/user/vip",
  limits: "/user/limits",
  promotion: "/page/promotion",
  source: "/page/source",
  openings: "/user/mbox/record",
  records: "/user/records",
  drops: "/page/drop",
  dropRecords: "/user/drop/record",
  studio: "/page/studio",
  studioNew: "/page/studio/new",
  studioRoll: "/page/studio/:id",
  overlay: "/overlay/roll/:id",
  active: "/page/active",
  moonBox: "/moonbox",
  newYear: "/newyear2025",
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
  mall: "/page/store",
  mallItem: "/page/store/:id",
  mallOrders: "/user/store/record",
  retrieveRecords: "/user/retrieve/record",
  assets: "/page/assets",
  assetsRecords: "/user/assets/record",
  rechargeRecords: "/user/recharge/record",
  exchange: "/user/exchange",
  cards: "/user/cards",
  tasks: "/page/task",
  freeSkins: "/freeSKins/:boxId",
  exchangeRecords: "/user/exchange/record",
  steamReturn: "/steam/return",
  outbox: "/demo/outbox",
  verify: "/fair/verify",
  instructions: "/page/instrutions", // the specification's spelling
  help: "/page/helpcenter/:key",
  refresh: "/refersh", // the specification's spelling
  ...roomPatterns,
  ...recordPatterns,
} as const;

export type CaseType = "all" | "csgo" | "hash";
export const HELP_KEYS = [
  "activity",
  "aboutus",
  "Termsofuse",
  "Privacypolicy",
  "shouldknow",
  "steamBind",
  "hash",
  "steam",
] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

/** Places by the source of an item that is from no box and no battle. */
const SOURCES: Readonly<Record<number, string>> = {
  ...LOBBY_OF_SOURCE,
  0: patterns.mall,
  5: patterns.tasks,
  6: patterns.drops,
  8: patterns.newYear,
};

/** Places with nothing to fill in: the pattern is the address. */
type Plain = {
  readonly [K in keyof typeof patterns as (typeof patterns)[K] extends `${string}:${string}` ? never : K]: () => string;
};
const plain = Object.fromEntries(Object.entries(patterns).map(([name, path]) => [name, () => path])) as Plain;

/** A room's address; a lobby's is plain. */
const rooms = ofRooms({
  lobby:
    ({ pattern }) =>
    () =>
      pattern,
  room:
    ({ pattern }) =>
    (id: string) =>
      pattern.replace(":id", id),
});

export const paths = {
  ...plain,
  ...rooms,
  caseList: (type: CaseType = "all") => `/case/${type}`,
  box: (id: number) => `/steer/case?box=${id}`,
  battle: (id: string, code?: string) => `${rooms.battle(id)}${code ? `?code=${encodeURIComponent(code)}` : ""}`,
  source: (code: string) => `${patterns.source}?poster=${encodeURIComponent(code)}`,
  roll: (id: string, sharer?: string) => `${rooms.roll(id)}${sharer ? `?from=${encodeURIComponent(sharer)}` : ""}`,
  /** Where a drop came from: by its source (product spec §3), and the very place where there is one. */
  played: ({ source, boxId, battleId }: { source: number; boxId: number; battleId: string }): string => {
    if (battleId !== "") return paths.battle(battleId);
    if (boxId !== 0) return paths.box(boxId);
    return SOURCES[source] ?? patterns.upgradeHall;
  },
  studioRoll: (id: string) => `/page/studio/${id}`,
  /** The token stands behind the #: no log and no referrer has it. */
  overlay: (id: string, token: string) => `/overlay/roll/${id}#${token}`,
  mall: (words?: string) => `${patterns.mall}?type=skin${words ? `&q=${encodeURIComponent(words)}` : ""}`,
  mallItem: (id: number) => `${patterns.mall}/${id}`,
  assets: (openType?: "withdraw") => (openType ? `${patterns.assets}?openType=${openType}` : patterns.assets),
  freeSkins: (box: number) => `/freeSKins/${box}`,
  upgradeReplay: (resultId?: string) =>
    patterns.upgradeReplay + (resultId ? `?result=${encodeURIComponent(resultId)}` : ""),
  upgradeDetail: (resultId: string) => `${patterns.upgradeDetail}?result=${encodeURIComponent(resultId)}`,
  upgradeUserRecords: (id: string) => `/upgrade/userRecord/${id}`,
  upgradeUser: (id: string) => `/upgrade/userInfo/${id}`,
  outbox: (phone: string) => `${patterns.outbox}?phone=${encodeURIComponent(phone)}`,
  verify: (resultId?: string) => patterns.verify + (resultId ? `?result=${encodeURIComponent(resultId)}` : ""),
  /** With the title of the topic in the reader's words, as the footer's links have it (product spec §2). */
  help: (key: HelpKey, title?: string) =>
    `/page/helpcenter/${key}${title ? `?title=${encodeURIComponent(title)}` : ""}`,
} as const;
