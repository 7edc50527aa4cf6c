/** Computes for a captcha beside the page: a task comes in, its number goes out. */
import { solve, type Task } from "./work.ts";

addEventListener("message", ({ data }: MessageEvent<Task>) => postMessage(solve(data)));
