import { create } from "zustand";
import type { PropsDrop } from "../protocol/gen.ts";

/** Gifts that were not looked at yet, the oldest first: two may come at once, and neither is lost. */
export const useProps = create<{ drops: readonly PropsDrop[] }>(() => ({ drops: [] }));

export const hideProps = (opId: string): void =>
  useProps.setState(({ drops }) => ({ drops: drops.filter((drop) => drop.opId !== opId) }));

/** Shows items that the player was given (product spec §2, "reward-drop popup"). */
export const showProps = (drop: PropsDrop): void =>
  useProps.setState(({ drops }) => (drops.some(({ opId }) => opId === drop.opId) ? {} : { drops: [...drops, drop] }));
