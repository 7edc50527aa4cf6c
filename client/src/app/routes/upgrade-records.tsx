export { OwnUpgradeRecords as Component } from "../../features/upgrade/records-page.tsx";
