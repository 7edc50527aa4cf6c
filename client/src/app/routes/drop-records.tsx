export { DropRecords as Component } from "../../features/drop/records.tsx";
