export { SteamReturn as Component } from "../../features/identity/steam-return.tsx";
