export { MallOrders as Component } from "../../features/mall/orders.tsx";
