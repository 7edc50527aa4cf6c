import type { RoomScreens } from "../../routes/kinds.ts";

export const screens: RoomScreens = {
  Lobby: async () => (await import("./lobby.tsx")).LuckycardLobby,
  Room: async () => (await import("./room.tsx")).LuckycardRoom,
  Records: async () => (await import("./records.tsx")).LuckycardRecords,
};
