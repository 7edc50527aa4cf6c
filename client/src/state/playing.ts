/** Whether the player is in the middle of something: then nobody's invitation is put over it. */
import { useEffect } from "react";

let games = 0;

export const isPlaying = (): boolean => games > 0;

/** Counts as playing while `active`. */
export function usePlaying(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    games++;
    return () => {
      games--;
    };
  }, [active]);
}
