import { useEffect, useRef } from "react";
import type { Task } from "./work.ts";

/** Computes a task beside the page from the first moment on. What it returns waits for the number. */
export function useWork(task: Task): () => Promise<number> {
  const number = useRef<Promise<number> | null>(null);
  useEffect(() => {
    const worker = new Worker(new URL("./work.worker.ts", import.meta.url), { type: "module" });
    number.current = new Promise<number>((found, failed) => {
      worker.onmessage = ({ data }: MessageEvent<number | undefined>) => {
        if (data === undefined) failed(new Error("captcha: a task without a number"));
        else found(data);
      };
      worker.onerror = () => failed(new Error("captcha: the browser does not compute"));
    });
    number.current.catch(() => undefined); // reported to the awaiting caller
    worker.postMessage(task);
    return () => worker.terminate();
  }, [task]);
  return () => number.current ?? Promise.reject(new Error("captcha: not begun"));
}
