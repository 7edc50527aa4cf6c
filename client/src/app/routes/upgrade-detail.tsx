export { UpgradeDetail as Component } from "../../features/upgrade/detail-page.tsx";
