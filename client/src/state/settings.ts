/** What the player set up on this device. Language is i18next's own (src/i18n/language.ts). */
import { create } from "zustand";

export interface Settings {
  readonly muted: boolean;
  /** Openings land at once instead of after three seconds. */
  readonly fast: boolean;
  /** Whether the phone may vibrate. */
  readonly haptics: boolean;
  /** "system" follows prefers-reduced-motion. */
  readonly motion: "system" | "calm";
  /** The rail shows pictures without labels. */
  readonly railIcons: boolean;
}

const MUTED = "muted";
export const FAST = "fast";
export const HAPTICS = "haptics";
export const MOTION = "motion";
export const RAIL = "railIcons";
const calmQuery = () => matchMedia("(prefers-reduced-motion: reduce)");

export const useSettings = create<Settings>(() => ({
  muted: localStorage.getItem(MUTED) === "1",
  fast: localStorage.getItem(FAST) === "1",
  haptics: localStorage.getItem(HAPTICS) !== "0",
  motion: localStorage.getItem(MOTION) === "calm" ? "calm" : "system",
  railIcons: localStorage.getItem(RAIL) === "1",
}));

export function setMuted(muted: boolean): void {
  localStorage.setItem(MUTED, muted ? "1" : "0");
  useSettings.setState({ muted });
}

/** Marks the document, so that CSS calms down with the rest, and leaves the rail as much room as it takes. */
export function applySettings(): void {
  const { motion, railIcons } = useSettings.getState();
  document.documentElement.classList.toggle("calm", motion === "calm");
  document.documentElement.classList.toggle("icons", railIcons);
}

export const isReducedMotion = (): boolean => useSettings.getState().motion === "calm" || calmQuery().matches;

/** Read when an animation starts; a change of the system while it runs counts for the next one. */
export function useReducedMotion(): boolean {
  return useSettings((state) => state.motion) === "calm" || calmQuery().matches;
}
