export { LuckycardRecords as Component } from "../../features/luckycard/records.tsx";
