/** Changes that the first page does not make: fetched with what makes them. */
import { applySettings, FAST, HAPTICS, MOTION, RAIL, type Settings, useSettings } from "./settings.ts";

export function setHaptics(haptics: boolean): void {
  localStorage.setItem(HAPTICS, haptics ? "1" : "0");
  useSettings.setState({ haptics });
}

export function setMotion(motion: Settings["motion"]): void {
  localStorage.setItem(MOTION, motion);
  useSettings.setState({ motion });
  applySettings();
}

export function setFast(fast: boolean): void {
  localStorage.setItem(FAST, fast ? "1" : "0");
  useSettings.setState({ fast });
}

export function setRailIcons(railIcons: boolean): void {
  localStorage.setItem(RAIL, railIcons ? "1" : "0");
  useSettings.setState({ railIcons });
  applySettings();
}
