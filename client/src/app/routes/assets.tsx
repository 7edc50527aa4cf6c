export { AssetsPage as Component } from "../../features/assets/assets-page.tsx";
