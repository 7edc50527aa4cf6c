export { RechargeRecords as Component } from "../../features/assets/records.tsx";
