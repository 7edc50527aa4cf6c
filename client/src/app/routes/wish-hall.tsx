export { WishHall as Component } from "../../features/wish/hall.tsx";
