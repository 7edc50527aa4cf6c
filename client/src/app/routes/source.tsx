export { SourcePage as Component } from "../../features/promotion/source-page.tsx";
