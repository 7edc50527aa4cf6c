export { MallItemPage as Component } from "../../features/mall/mall-item-page.tsx";
