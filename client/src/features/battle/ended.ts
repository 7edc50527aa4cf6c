/** The parts of a room that only an ended battle shows: a chunk of their own, fetched while it runs. */
export { ReplayBar } from "./replay-bar.tsx";
export { ResultPanel } from "./result-panel.tsx";
export { VoidPanel } from "./void-panel.tsx";
