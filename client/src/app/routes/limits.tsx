export { LimitsPage as Component } from "../../features/limits/limits-page.tsx";
