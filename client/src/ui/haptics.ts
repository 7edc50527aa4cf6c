/** Vibration of a phone, where the browser offers it. Deliberately absent: who may vibrate when. */
let off = false;

export function setHapticsOff(value: boolean): void {
  off = value;
}

/** Milliseconds on, off, on …; nothing for an empty pattern. */
export function vibrate(pattern: readonly number[]): void {
  if (!off && pattern.length > 0 && "vibrate" in navigator) navigator.vibrate([...pattern]);
}
