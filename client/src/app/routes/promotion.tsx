export { PromotionPage as Component } from "../../features/promotion/promotion-page.tsx";
