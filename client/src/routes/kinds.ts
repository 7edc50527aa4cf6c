/**
 * The one table of the kinds of rooms. Addresses and links (paths.ts), pages and crumbs (table.ts), the menu and the
 * list of a player's records (features/account) and the visits of the browser tests (e2e/routes.ts) follow from it. A
 * kind is a lobby at `/page/<kind>` and its rooms below, unless its entry names other addresses.
 *
 * Its feature exports `screens` from `screens.ts` and has its texts under its name, of which `title` and `room` are the
 * crumbs unless its entry names titles of the shell.
 */
import type { ComponentType } from "react";
import type shell from "../i18n/shell.en.json";
import { roomSources, roomTasks } from "../protocol/gen-rooms.ts";
import type { topics } from "../protocol/gen-topics.ts";

type Title = keyof (typeof shell)["title"];
type Addresses = Readonly<Record<string, string>>;

/** The pages of a player's own records in rooms of a kind. */
interface RecordPages {
  /** Name and address in the user area, whose menu leads there. */
  readonly user: Addresses;
  /** Those of the same records below the kind's lobby. */
  readonly alone?: Addresses;
  readonly title: Title;
}

interface Entry {
  /** Names and addresses: the first is the one that links have, the others are older ones of the same screen. */
  readonly lobby?: Addresses;
  readonly room?: Addresses;
  readonly titles?: readonly [lobby: Title, room: Title];
  /** A visitor is asked to log in before a room is shown. */
  readonly roomFor?: "players";
  /** What the records of a player call it; without it they have the title of its own texts. */
  readonly records?: string;
  /** Without it a player's rooms of the kind stand in the page of all records alone. */
  readonly recordPages?: RecordPages;
  /**
   * How it is shown that its rooms stay fair: a number for each item, under the player's seed, or a check of the
   * kind's own, whose text is `check.…` of features/fair. Null: nothing opens that explanation, its proofs alone tell.
   */
  readonly fair: "numbers" | "winners" | "deck" | "bottle" | null;
}

/** The kinds that the protocol has: those whose rooms have a topic each, and the rain, which is one for all players. */
type Known =
  | { [K in keyof typeof topics]: (typeof topics)[K] extends string ? never : K }[keyof typeof topics]
  | "rain";

export const ROOM_KINDS = {
  battle: {
    lobby: { battleLobby: "/page/caseBattle", battleLobbyV2: "/page/caseBattleV2" },
    room: { battle: "/page/battle/:id", battleOld: "/page/battleBattle/:id", battleV2: "/page/battleV2/:id" },
    titles: ["CaseBattle", "battleDetail"],
    records: "battle",
    recordPages: { user: { battleRecords: "/user/battle/record" }, title: "battle" },
    fair: "numbers",
  },
  roll: {
    lobby: { rolls: "/page/roll" },
    room: { roll: "/page/roll/:id" },
    titles: ["roll", "rollDetail"],
    records: "roll",
    recordPages: { user: { rollRecords: "/user/roll/record" }, title: "rollRecords" },
    fair: "winners",
  },
  wish: {
    lobby: { wishes: "/page/wish" },
    room: { wish: "/wish/:id" },
    titles: ["wishPage", "wish"],
    records: "wish",
    recordPages: { user: { wishRecords: "/user/wish/record" }, title: "wishRecords" },
    fair: "bottle",
  },
  luckycard: {
    lobby: { luckycards: "/luckycard" },
    room: { luckycard: "/luckycard/:id" },
    titles: ["luckycard", "luckycardRoom"],
    roomFor: "players",
    records: "lucky",
    recordPages: {
      user: { luckycardRecords: "/user/luckycenter" },
      alone: { luckycenter: "/luckycenter" },
      title: "luckycardUcenter",
    },
    fair: "deck",
  },
  rain: { lobby: {}, room: {}, records: "rain", fair: null }, // shown over every page, at no address of its own
} as const satisfies Readonly<Record<Known, Entry>>;

type Kinds = typeof ROOM_KINDS;
export type RoomKind = keyof Kinds;
type Screen = "lobby" | "room";

type AddressesOf<K extends RoomKind, S extends Screen> =
  Kinds[K] extends Readonly<Record<S, infer A>>
    ? A
    : S extends "lobby"
      ? { readonly [N in `${K}s`]: `/page/${K}` }
      : { readonly [N in K]: `/page/${K}/:id` };
type All<K, S extends Screen> = K extends RoomKind ? (all: AddressesOf<K, S>) => void : never;
type Together<S extends Screen> = All<RoomKind, S> extends (all: infer A) => void ? A : never;

/** Every address of a lobby or a room by its name. */
export type RoomPatterns = Together<"lobby"> & Together<"room">;

/** What is true of a lobby's name, and of a room's. */
export type OfRooms<Lobby, Room> = { readonly [N in keyof Together<"lobby">]: Lobby } & {
  readonly [N in keyof Together<"room">]: Room;
};

/** The kinds that have pages of records, and what they are called there. */
export type RecordedKind = {
  [K in RoomKind]: Kinds[K] extends { readonly recordPages: unknown } ? K : never;
}[RoomKind];
type RecordedName = { [K in RecordedKind]: Kinds[K] extends { readonly records: infer R } ? R : K }[RecordedKind];
type RecordAddresses<K extends RoomKind> = (Kinds[K] extends { readonly recordPages: { readonly user: infer A } }
  ? A
  : unknown) &
  (Kinds[K] extends { readonly recordPages: { readonly alone: infer A } } ? A : unknown);
type EachRecorded<K> = K extends RoomKind ? (all: RecordAddresses<K>) => void : never;

/** Every address of a page of records by its name. */
export type RecordPatterns = EachRecorded<RoomKind> extends (all: infer A) => void ? A : never;

/** The kinds that have screens at addresses. */
export type ScreenKind = { [K in RoomKind]: keyof AddressesOf<K, "room"> extends never ? never : K }[RoomKind];
/** The kinds that the records of a player call by the title of their own texts. */
export type PlainKind = { [K in RoomKind]: Kinds[K] extends { readonly records: string } ? never : K }[RoomKind];
/** The kinds of whose rooms it is shown how they stay fair. */
export type FairKind = { [K in RoomKind]: Kinds[K] extends { readonly fair: string } ? K : never }[RoomKind];
/** The tasks that are done in rooms. */
export type RoomTask = (typeof roomTasks)[RoomKind][number];
export type RecordKind = { [K in RoomKind]: Kinds[K] extends { readonly records: infer R } ? R : K }[RoomKind];

const entryOf = (kind: RoomKind): Entry => ROOM_KINDS[kind];
const entries = Object.entries<Entry>(ROOM_KINDS) as [RoomKind, Entry][];

export const PLAIN_KINDS: readonly PlainKind[] = entries.flatMap(([kind, { records }]) =>
  records ? [] : [kind as PlainKind],
);
export const RECORD_KINDS = entries.map(([kind, { records = kind }]) => records) as readonly RecordKind[];
export const SCREEN_KINDS = entries.flatMap(([kind, { room }]) =>
  room && Object.keys(room).length === 0 ? [] : [kind],
) as readonly ScreenKind[];

export const FAIR_KINDS = entries.flatMap(([kind, { fair }]) => (fair ? [kind] : [])) as readonly FairKind[];
export const fairOf = (kind: FairKind): NonNullable<Entry["fair"]> => ROOM_KINDS[kind].fair;

/** One address of a kind's lobby or of its rooms. */
export interface RoomAddress {
  readonly kind: ScreenKind;
  readonly pattern: string;
  /** The name of the address that links have: this one's own, unless this is an older one. */
  readonly main: string;
  readonly old: boolean;
}

const addressesOf = (kind: ScreenKind): { readonly lobby: Addresses; readonly room: Addresses } => {
  const { lobby = { [`${kind}s`]: `/page/${kind}` }, room = { [kind]: `/page/${kind}/:id` } } = entryOf(kind);
  return { lobby, room };
};

/** The addresses of a kind's rooms, before the room's id. */
export const pagesOf = (kind: ScreenKind): readonly string[] =>
  Object.values(addressesOf(kind).room).map((pattern) => pattern.replace(":id", ""));

export const lobbyOf = (kind: ScreenKind): string => Object.values(addressesOf(kind).lobby)[0] ?? "";

const tasksOf = (kind: ScreenKind): readonly RoomTask[] => roomTasks[kind];

/** The lobbies where tasks are done, by task, and those where items are won, by source: as the server has them. */
export const LOBBY_OF_TASK = Object.fromEntries(
  SCREEN_KINDS.flatMap((kind) => tasksOf(kind).map((task) => [task, lobbyOf(kind)])),
) as Readonly<Record<RoomTask, string>>;
export const LOBBY_OF_SOURCE: Readonly<Record<number, string>> = Object.fromEntries(
  SCREEN_KINDS.flatMap((kind) => {
    const source = roomSources[kind];
    return source === undefined ? [] : [[source, lobbyOf(kind)]];
  }),
);

/** Makes an entry for every address of a lobby and for every address of a room. */
export function ofRooms<Lobby, Room>(make: {
  readonly lobby: (address: RoomAddress) => Lobby;
  readonly room: (address: RoomAddress) => Room;
}): OfRooms<Lobby, Room> {
  const made = SCREEN_KINDS.flatMap((kind) => {
    const { lobby, room } = addressesOf(kind);
    const of = <T>(addresses: Addresses, one: (address: RoomAddress) => T) => {
      const [main = ""] = Object.keys(addresses);
      return Object.entries(addresses).map(
        ([name, pattern]) => [name, one({ kind, pattern, main, old: name !== main })] as const,
      );
    };
    return [...of<Lobby | Room>(lobby, make.lobby), ...of<Lobby | Room>(room, make.room)];
  });
  return Object.fromEntries(made) as OfRooms<Lobby, Room>;
}

/** One address of a page of a kind's records. */
export interface RecordAddress {
  readonly kind: RecordedKind;
  readonly pattern: string;
  readonly title: Title;
  /** Whether it stands below the kind's lobby, not in the user area. */
  readonly alone: boolean;
}

/** Makes an entry for every address of a page of records. */
export function ofRecords<Page>(make: (address: RecordAddress) => Page) {
  const made = entries.flatMap(([kind, { recordPages }]) => {
    if (!recordPages) return [];
    const { user, alone = {}, title } = recordPages;
    const of = (addresses: Addresses, apart: boolean) =>
      Object.entries(addresses).map(
        ([name, pattern]) => [name, make({ kind: kind as RecordedKind, pattern, title, alone: apart })] as const,
      );
    return [...of(user, false), ...of(alone, true)];
  });
  return Object.fromEntries(made) as { readonly [N in keyof RecordPatterns]: Page };
}

/** Where the menu of the user area leads for each kind with a page of records. */
export const RECORDED = entries.flatMap(([kind, { records = kind, recordPages }]) =>
  recordPages ? [{ kind, records, to: Object.values(recordPages.user)[0] ?? "" }] : [],
) as readonly { readonly kind: RecordedKind; readonly records: RecordedName; readonly to: string }[];

/** The crumbs of a kind's lobby and of its rooms. */
export function titlesOf(kind: ScreenKind): readonly [lobby: RoomTitle, room: RoomTitle] {
  const { titles } = entryOf(kind);
  return titles ?? [`${kind}:title` as RoomTitle, `${kind}:room` as RoomTitle];
}

/** A title of the shell, or the name that a kind of room has in its own texts. */
export type RoomTitle = Title | `${PlainKind}:${"title" | "room"}`;

/** Who sees a kind's rooms, as a page says it. */
export const roomFor = (kind: ScreenKind): { readonly who?: "players" } => {
  const { roomFor: who } = entryOf(kind);
  return who ? { who } : {};
};

/** What a kind's feature exports as `screens`: each is fetched at the first visit. */
export interface RoomScreens {
  readonly Lobby: () => Promise<ComponentType>;
  readonly Room: () => Promise<ComponentType>;
  /** The player's own records, of a kind that has pages of them. */
  readonly Records?: () => Promise<ComponentType>;
  /** Texts that a room needs besides those of its kind. */
  readonly roomTexts?: readonly string[];
}
