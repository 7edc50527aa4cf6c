/** What the player set up on this device. Language is i18next's own (src/i18n/language.ts). */
import { create } from "zustand";

interface Settings {
  readonly muted: boolean;
  /** Whether the phone may vibrate. */
  readonly haptics: boolean;
  /** "system" follows prefers-reduced-motion. */
  readonly motion: "system" | "calm";
}

const MUTED = "muted";
const HAPTICS = "haptics";
const MOTION = "motion";
const calmQuery = () => matchMedia("(prefers-reduced-motion: reduce)");

export const useSettings = create<Settings>(() => ({
  muted: localStorage.getItem(MUTED) === "1",
  haptics: localStorage.getItem(HAPTICS) !== "0",
  motion: localStorage.getItem(MOTION) === "calm" ? "calm" : "system",
}));

export function setMuted(muted: boolean): void {
  localStorage.setItem(MUTED, muted ? "1" : "0");
  useSettings.setState({ muted });
}

export function setHaptics(haptics: boolean): void {
  localStorage.setItem(HAPTICS, haptics ? "1" : "0");
  useSettings.setState({ haptics });
}

export function setMotion(motion: Settings["motion"]): void {
  localStorage.setItem(MOTION, motion);
  useSettings.setState({ motion });
  applyMotion();
}

/** Marks the document, so that CSS calms down with the rest. */
export function applyMotion(): void {
  document.documentElement.classList.toggle("calm", useSettings.getState().motion === "calm");
}

export const isReducedMotion = (): boolean => useSettings.getState().motion === "calm" || calmQuery().matches;

/** Read when an animation starts; a change of the system while it runs counts for the next one. */
export function useReducedMotion(): boolean {
  return useSettings((state) => state.motion) === "calm" || calmQuery().matches;
}
