export { TradeRecords as Component } from "../../features/trade-in/trade-records.tsx";
