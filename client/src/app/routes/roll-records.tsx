export { RollRecords as Component } from "../../features/roll/records.tsx";
