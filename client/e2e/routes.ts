/**
 * Every address of the site and who looks at it: what routes.spec.ts opens. A pattern without a visit does not compile,
 * and src/routes/table.test.ts holds the table against the router and against the specification's list.
 *
 * A new page is one line here: `players(paths.x())`, or a function where its address needs something that is there
 * (there.ts).
 */
import { ofRecords, ofRooms, type RoomAddress, roomFor, type ScreenKind } from "../src/routes/kinds.ts";
import { HELP_KEYS, paths, patterns } from "../src/routes/paths.ts";

export type Who = "visitor" | "player" | "streamer";

/** What has to be on the server before some addresses show anything. */
export interface There {
  /** Results of an opening and of an upgrade, and who has made them. */
  readonly proof: string;
  readonly upgrade: string;
  readonly playerId: string;
  readonly spreadCode: string;
  /** A room of every kind that is open. */
  readonly rooms: Readonly<Record<ScreenKind, string>>;
  /** A streamer's own: not published, open, and the open one's address for a browser source. */
  readonly draft: string;
  readonly live: string;
  readonly overlay: string;
}

export interface Visit {
  readonly at: string | ((its: There) => string);
  /** Who sees the place. A visitor who is not among them is asked to log in. */
  readonly who: readonly Who[];
  /** Where one is at the end, if elsewhere. */
  readonly leads?: string;
  /** The route of the same screen, where it is gone through in every way; table.test.ts holds that it is the same. */
  readonly like?: string;
  /** Addresses of the same screen: led to from it without a load, and gone through in every way in their turn. */
  readonly beside?: readonly string[];
  /**
   * Its main part does not depend on the player: an audience that sees the same as the one before does not go through
   * every way again.
   */
  readonly impersonal?: true;
  /** It is opened on a phone, where another address or another frame may hold for it. */
  readonly phone?: true;
  /** What is there only after a wait: a CSS selector. */
  readonly until?: string;
  /** The server refuses what such an address asks, and the browser writes a line about each refusal. */
  readonly refused?: true;
}

type At = Visit["at"];
type More = Omit<Visit, "at" | "who">;
const everybody = (at: At, more: More = {}): Visit => ({ at, who: ["visitor", "player"], ...more });
const visitors = (at: At, more: More = {}): Visit => ({ at, who: ["visitor"], ...more });
const players = (at: At, more: More = {}): Visit => ({ at, who: ["player"], ...more });
const streamers = (at: At): Visit => ({ at, who: ["streamer"] });

const likeMain = ({ main, old }: RoomAddress): More => (old ? { like: main } : {});
const rooms = ofRooms<readonly Visit[], readonly Visit[]>({
  lobby: (address) => [everybody(address.pattern, likeMain(address))],
  room: (address) => {
    const { kind, pattern } = address;
    const by = roomFor(kind).who === "players" ? players : everybody;
    return [by((its) => pattern.replace(":id", its.rooms[kind]), likeMain(address))];
  },
});
const recordPages = ofRecords<readonly Visit[]>(({ pattern }) => [players(pattern)]);

/** How a result is computed is public; the first of the others leads to the rest. */
const [TOPIC, ...TOPICS] = ["activity", ...HELP_KEYS.filter((key) => key !== "hash" && key !== "activity")] as const;

export const ROUTES = {
  home: [everybody(paths.home())],
  caseList: [
    everybody(paths.caseList(), { impersonal: true }),
    visitors(paths.caseList("csgo"), { beside: [paths.caseList("hash")] }),
  ],
  box: [everybody(paths.box(1))],
  user: [players(patterns.user, { leads: paths.account() })],
  backpack: [players(paths.backpack())],
  account: [players(paths.account())],
  vip: [players(paths.vip())],
  limits: [players(paths.limits())],
  promotion: [everybody(paths.promotion())],
  source: [everybody(({ spreadCode }) => paths.source(spreadCode))],
  openings: [players(paths.openings())],
  records: [players(paths.records())],
  drops: [everybody(paths.drops())],
  dropRecords: [players(paths.dropRecords())],
  studio: [{ at: paths.studio(), who: ["player", "streamer"] }], // without the role and with it
  studioNew: [streamers(paths.studioNew())],
  studioRoll: [streamers(({ draft }) => paths.studioRoll(draft)), streamers(({ live }) => paths.studioRoll(live))],
  overlay: [everybody(({ overlay }) => overlay, { impersonal: true })],
  active: [everybody(paths.active())],
  moonBox: [everybody(paths.moonBox())],
  newYear: [everybody(paths.newYear())],
  upgradeHall: [
    everybody(paths.upgradeHall()),
    visitors(paths.upgradeHall(), { phone: true, leads: paths.upgradePhone() }),
  ],
  upgradePhone: [
    everybody(paths.upgradePhone(), { phone: true }),
    visitors(paths.upgradePhone(), { leads: paths.upgradeHall() }),
  ],
  upgradeRank: [everybody(paths.upgradeRank(), { impersonal: true })],
  upgradeReplay: [everybody(paths.upgradeReplay(), { impersonal: true })],
  upgradeDetail: [everybody(({ upgrade }) => paths.upgradeDetail(upgrade), { impersonal: true })],
  upgradeUserRecords: [everybody(({ playerId }) => paths.upgradeUserRecords(playerId), { impersonal: true })],
  upgradeUser: [everybody(({ playerId }) => paths.upgradeUser(playerId), { impersonal: true })],
  upgradeRecords: [players(paths.upgradeRecords())],
  tradeIn: [players(paths.tradeIn())],
  tradeRecords: [players(paths.tradeRecords())],
  hashRank: [everybody(paths.hashRank(), { impersonal: true })],
  mall: [players(paths.mall())],
  mallItem: [players(paths.mallItem(1))],
  mallOrders: [players(paths.mallOrders())],
  retrieveRecords: [players(paths.retrieveRecords())],
  assets: [players(paths.assets()), players(paths.assets("withdraw"))],
  assetsRecords: [players(paths.assetsRecords())],
  rechargeRecords: [players(paths.rechargeRecords())],
  exchange: [players(paths.exchange())],
  cards: [players(paths.cards())],
  tasks: [everybody(paths.tasks())],
  freeSkins: [everybody(paths.freeSkins(11))],
  exchangeRecords: [players(paths.exchangeRecords())],
  steamReturn: [everybody(patterns.steamReturn, { refused: true, impersonal: true })], // they were not sent here
  outbox: [everybody(paths.outbox("13800000000"), { impersonal: true })],
  verify: [
    everybody(paths.verify(), { impersonal: true }),
    everybody(({ proof }) => paths.verify(proof), { until: "[data-outcome]", impersonal: true }),
  ],
  instructions: [everybody(paths.instructions(), { impersonal: true })],
  help: [
    everybody(paths.help("hash"), { impersonal: true }),
    visitors(paths.help(TOPIC), { beside: TOPICS.map((key) => paths.help(key)) }),
  ],
  refresh: [everybody(patterns.refresh, { leads: paths.home() })],
  ...rooms,
  ...recordPages,
  // two frames
  luckycardRecords: [players(paths.luckycardRecords()), players(paths.luckycardRecords(), { phone: true })],
} satisfies Record<keyof typeof patterns, readonly Visit[]>;

/** A page of the specification's list that is no route: a file that stands by itself, for when the site is down. */
export const CLOSED = { at: "/siteMaintain.html", who: ["visitor"] } as const;

/** The table as the sweep goes through it. */
export const VISITS = Object.entries<readonly Visit[]>(ROUTES).flatMap(([route, visits]) =>
  visits.map((visit, i) => {
    const fixed = typeof visit.at === "string" ? visit.at : undefined;
    const name = fixed ?? `${patterns[route as keyof typeof patterns]}${i > 0 ? `, ${i + 1}` : ""}`;
    return { ...visit, name: visit.phone ? `${name} on a phone` : name };
  }),
);
