export { TradeIn as Component } from "../../features/trade-in/trade-in-page.tsx";
