/**
 * The kinds of rooms whose screens are one folder of features: a hall at `/page/<kind>` and its rooms below. A line a
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
  readonly Hall: ComponentType;
  readonly Room: ComponentType;
}

/** What is true of a hall's name, `<kind>s`, and of a room's, `<kind>`. */
export type OfRooms<Hall, Room> = { readonly [K in RoomKind as `${K}s`]: Hall } & { readonly [K in RoomKind]: Room };

/** Makes an entry for the hall and one for a room of every kind. */
export function ofRooms<Hall, Room>(make: (kind: RoomKind) => readonly [hall: Hall, room: Room]): OfRooms<Hall, Room> {
  const entries = ROOM_KINDS.flatMap((kind: RoomKind) => {
    const [hall, room] = make(kind);
    return [
      [`${kind}s`, hall],
      [kind, room],
    ];
  });
  return Object.fromEntries(entries) as OfRooms<Hall, Room>;
}
