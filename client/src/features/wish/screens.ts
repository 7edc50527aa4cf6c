import type { RoomScreens } from "../../routes/kinds.ts";

export const screens: RoomScreens = {
  Lobby: async () => (await import("./lobby.tsx")).WishLobby,
  Room: async () => (await import("./room.tsx")).WishRoom,
  Records: async () => (await import("./records.tsx")).WishRecords,
};
