export { BackpackPage as Component } from "../../features/backpack/backpack-page.tsx";
