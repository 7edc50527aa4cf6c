export { RollHall as Component } from "../../features/roll/hall.tsx";
