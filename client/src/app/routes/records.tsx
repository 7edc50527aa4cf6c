export { AllRecords as Component } from "../../features/account/all-records.tsx";
