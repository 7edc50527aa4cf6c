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
  roll: "/page/roll/:id",
  rollRecords: "/user/roll/record",
  studio: "/page/studio",
  studioNew: "/page/studio/new",
  studioRoll: "/page/studio/:id",
  overlay: "/overlay/roll/:id",
  verify: "/fair/verify",
  instructions: "/page/instrutions", // the specification's spelling
  help: "/page/helpcenter/:key",
} as const;

export type CaseType = "all" | "csgo" | "hash";
export const HELP_KEYS = ["aboutus", "Termsofuse", "Privacypolicy", "shouldknow", "hash"] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

export const paths = {
  home: () => "/",
  caseList: (type: CaseType = "all") => `/case/${type}`,
  box: (id: number | string) => `/steer/case?box=${id}`,
  battleHall: () => patterns.battleHall,
  battle: (id: string, code?: string) => `/page/battle/${id}${code ? `?code=${encodeURIComponent(code)}` : ""}`,
  backpack: () => patterns.backpack,
  account: () => patterns.account,
  openings: () => patterns.openings,
  battleRecords: () => patterns.battleRecords,
  rolls: () => patterns.rolls,
  roll: (id: string, sharer?: string) => `/page/roll/${id}${sharer ? `?from=${encodeURIComponent(sharer)}` : ""}`,
  rollRecords: () => patterns.rollRecords,
  studio: () => patterns.studio,
  studioNew: () => patterns.studioNew,
  studioRoll: (id: string) => `/page/studio/${id}`,
  /** The token stands behind the #: no log and no referrer has it. */
  overlay: (id: string, token: string) => `/overlay/roll/${id}#${token}`,
  verify: (resultId?: string) => patterns.verify + (resultId ? `?result=${encodeURIComponent(resultId)}` : ""),
  instructions: () => patterns.instructions,
  help: (key: HelpKey) => `/page/helpcenter/${key}`,
} as const;
