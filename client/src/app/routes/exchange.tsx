export { ExchangePage as Component } from "../../features/prizes/exchange-page.tsx";
