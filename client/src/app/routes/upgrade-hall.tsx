export { UpgradeHall as Component } from "../../features/upgrade/hall-page.tsx";
