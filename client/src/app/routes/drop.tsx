export { DropPage as Component } from "../../features/drop/drop-page.tsx";
