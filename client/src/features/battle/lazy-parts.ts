import { lazy } from "react";

export const fetchEnded = () => import("./ended.ts");

/** Only while seats are free. */
export const WaitingBar = lazy(async () => ({ default: (await import("./waiting-bar.tsx")).WaitingBar }));

/** Below everything else. */
export const FairBar = lazy(async () => ({ default: (await import("./fair-bar.tsx")).FairBar }));

export const ReplayBar = lazy(async () => ({ default: (await fetchEnded()).ReplayBar }));
export const ResultPanel = lazy(async () => ({ default: (await fetchEnded()).ResultPanel }));
export const VoidPanel = lazy(async () => ({ default: (await fetchEnded()).VoidPanel }));
