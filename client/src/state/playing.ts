/**
 * Whether the player is in the middle of something: then nothing opens over it. While a scene shows what was won or
 * lost, toasts wait, too: nothing is seen before the result is.
 */
import { useEffect } from "react";
import { create } from "zustand";
import { holdToasts } from "../ui/toast.ts";

const useGames = create<{ running: number; scenes: number }>(() => ({ running: 0, scenes: 0 }));

useGames.subscribe(({ scenes }) => holdToasts(scenes > 0));

const change = (running: number, scenes: number): void =>
  useGames.setState((before) => ({ running: before.running + running, scenes: before.scenes + scenes }));

export const isPlaying = (): boolean => useGames.getState().running > 0;

/** The same for what waits until the player is free. */
export const useIsPlaying = (): boolean => useGames(({ running }) => running > 0);

/** Calls back once the player is free, at once if that is so already. Returns what gives up waiting. */
export function whenFree(act: () => void): () => void {
  if (!isPlaying()) {
    act();
    return () => undefined;
  }
  const stop = useGames.subscribe(({ running }) => {
    if (running > 0) return;
    stop();
    act();
  });
  return stop;
}

/** Counts as playing while `active`. */
export function usePlaying(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    change(1, 0);
    return () => change(-1, 0);
  }, [active]);
}

/** Counts as playing, and holds the toasts, while a scene decides: from the click until its result was seen. */
export function useScene(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    change(1, 1);
    return () => change(-1, -1);
  }, [active]);
}
