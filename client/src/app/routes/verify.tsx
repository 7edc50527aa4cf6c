export { VerifyPage as Component } from "../../features/fair/verify-page.tsx";
