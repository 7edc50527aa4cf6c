export { UpgradeReplay as Component } from "../../features/upgrade/replay-page.tsx";
