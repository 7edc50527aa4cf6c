export { NewRoom as Component } from "../../features/studio/new-room.tsx";
