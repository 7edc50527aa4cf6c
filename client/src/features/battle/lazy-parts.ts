import { lazy } from "react";

export const fetchEnded = () => import("./ended.ts");

/** Only while seats are free. */
export const WaitingBar = lazy(async () => ({ default: (await import("./waiting-bar.tsx")).WaitingBar }));

/** Below everything else. */
export const FairBar = lazy(async () => ({ default: (await import("./fair-bar.tsx")).FairBar }));

export const ReplayBar = lazy(async () => ({ default: (await fetchEnded()).ReplayBar }));
export const ResultBar = lazy(async () => ({ default: (await fetchEnded()).ResultBar }));
export const ClipDialog = lazy(() => import("./clip-dialog.tsx"));
export const VoidPanel = lazy(async () => ({ default: (await fetchEnded()).VoidPanel }));
export const WonItems = lazy(async () => ({ default: (await fetchEnded()).WonItems }));
export const Takeover = lazy(async () => ({ default: (await fetchEnded()).Takeover }));
