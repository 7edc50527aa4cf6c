export { MallPage as Component } from "../../features/mall/mall-page.tsx";
