export { TasksPage as Component } from "../../features/task/tasks-page.tsx";
