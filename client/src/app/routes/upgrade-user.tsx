export { UpgradeUserHome as Component } from "../../features/upgrade/user-page.tsx";
