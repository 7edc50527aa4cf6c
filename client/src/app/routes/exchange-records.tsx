export { ExchangeRecords as Component } from "../../features/prizes/exchange-records.tsx";
