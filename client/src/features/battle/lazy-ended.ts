import { lazy } from "react";

export const fetchEnded = () => import("./ended.ts");

export const ReplayBar = lazy(async () => ({ default: (await fetchEnded()).ReplayBar }));
export const ResultPanel = lazy(async () => ({ default: (await fetchEnded()).ResultPanel }));
export const VoidPanel = lazy(async () => ({ default: (await fetchEnded()).VoidPanel }));
