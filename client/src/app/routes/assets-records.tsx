export { AssetsRecords as Component } from "../../features/assets/records.tsx";
