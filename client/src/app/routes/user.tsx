export { UserLayout as Component } from "../../features/account/user-layout.tsx";
