/** Whether the player is in the middle of something: then nothing is put over it. */
import { useEffect } from "react";
import { create } from "zustand";

const useGames = create<{ running: number }>(() => ({ running: 0 }));

const change = (by: number): void => useGames.setState(({ running }) => ({ running: running + by }));

export const isPlaying = (): boolean => useGames.getState().running > 0;

/** The same for what waits until the player is free. */
export const useIsPlaying = (): boolean => useGames(({ running }) => running > 0);

/** Counts as playing while `active`. */
export function usePlaying(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    change(1);
    return () => change(-1);
  }, [active]);
}
