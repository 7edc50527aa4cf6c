export { LuckycardHall as Component } from "../../features/luckycard/hall.tsx";
