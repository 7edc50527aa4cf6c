export { OutboxPage as Component } from "../../features/identity/outbox-page.tsx";
