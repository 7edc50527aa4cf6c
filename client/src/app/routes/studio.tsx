export { StudioPage as Component } from "../../features/studio/studio-page.tsx";
