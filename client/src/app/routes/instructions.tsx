export { InstructionsPage as Component } from "../../features/help/instructions-page.tsx";
