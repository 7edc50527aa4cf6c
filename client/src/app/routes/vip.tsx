export { VipPage as Component } from "../../features/vip/vip-page.tsx";
