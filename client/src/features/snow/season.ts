const DECEMBER = 11;

/** Snow falls from 24 to 31 December (product spec §9), by the calendar of the device. */
export const isSnowing = (now: Date): boolean => now.getMonth() === DECEMBER && now.getDate() >= 24;
