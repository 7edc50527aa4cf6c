import { create } from "zustand";
import type { PropsDrop } from "../protocol/gen.ts";

export const useProps = create<{ drop: PropsDrop | null }>(() => ({ drop: null }));

export const hideProps = () => useProps.setState({ drop: null });

/** Shows items that the player was given (product spec §2, "reward-drop popup"). */
export const showProps = (drop: PropsDrop): void => useProps.setState({ drop });
