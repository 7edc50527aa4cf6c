export { CardsPage as Component } from "../../features/prizes/cards-page.tsx";
