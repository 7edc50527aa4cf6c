import type { RoomScreens } from "../../routes/kinds.ts";

export const screens: RoomScreens = {
  Lobby: async () => (await import("./lobby.tsx")).BattleLobby,
  Room: async () => (await import("./room.tsx")).BattleRoom,
  Records: async () => (await import("./records.tsx")).BattleRecords,
  roomTexts: ["open-reel"],
};
