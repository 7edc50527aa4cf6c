/** The parts of a room that only an ended battle shows: a chunk of their own, fetched while it runs. */
export { ReplayBar } from "./replay-bar.tsx";
export { ResultBar } from "./result-bar.tsx";
export { Takeover } from "./takeover.tsx";
export { VoidPanel } from "./void-panel.tsx";
export { WonItems } from "./won-items.tsx";
