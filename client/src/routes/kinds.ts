/**
 * The kinds of rooms whose screens are one folder of features: a lobby at `/page/<kind>` and its rooms below. A line a
 * kind: its addresses (paths.ts), its pages (table.ts) and who visits them in the browser tests (e2e/routes.ts) follow
 * from it. The five kinds of the product specification have addresses of their own there and stand in those files.
 *
 * Its feature exports `screens` from `screens.ts` and has its texts under its name, of which `title` and `room` are the
 * crumbs.
 */
import type { ComponentType } from "react";

export const ROOM_KINDS = [] as const satisfies readonly string[];

export type RoomKind = (typeof ROOM_KINDS)[number];

export interface RoomScreens {
  readonly Lobby: ComponentType;
  readonly Room: ComponentType;
}

/** What is true of a lobby's name, `<kind>s`, and of a room's, `<kind>`. */
export type OfRooms<Lobby, Room> = { readonly [K in RoomKind as `${K}s`]: Lobby } & { readonly [K in RoomKind]: Room };

/** Makes an entry for the lobby and one for a room of every kind. */
export function ofRooms<Lobby, Room>(
  make: (kind: RoomKind) => readonly [lobby: Lobby, room: Room],
): OfRooms<Lobby, Room> {
  const entries = ROOM_KINDS.flatMap((kind: RoomKind) => {
    const [lobby, room] = make(kind);
    return [
      [`${kind}s`, lobby],
      [kind, room],
    ];
  });
  return Object.fromEntries(entries) as OfRooms<Lobby, Room>;
}
