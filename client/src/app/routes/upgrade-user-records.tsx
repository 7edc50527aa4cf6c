export { UpgradeUserRecords as Component } from "../../features/upgrade/user-page.tsx";
