export { CaseListPage as Component } from "../../features/case-list/case-list-page.tsx";
