export { WishRecords as Component } from "../../features/wish/records.tsx";
