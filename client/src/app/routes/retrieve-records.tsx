export { RetrieveRecords as Component } from "../../features/backpack/retrieve-records.tsx";
