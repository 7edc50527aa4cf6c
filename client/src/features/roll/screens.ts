import type { RoomScreens } from "../../routes/kinds.ts";

export const screens: RoomScreens = {
  Lobby: async () => (await import("./lobby.tsx")).RollLobby,
  Room: async () => (await import("./room.tsx")).RollRoom,
  Records: async () => (await import("./records.tsx")).RollRecords,
};
