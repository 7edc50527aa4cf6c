/** A choice of quiet that holds for the day on which it was ticked, on this device (product spec §3). */
export interface DayFlag {
  isSet(now?: Date): boolean;
  set(on: boolean, now?: Date): void;
}

const dayOf = (now: Date): string => `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;

export const dayFlag = (key: string): DayFlag => ({
  isSet: (now = new Date()) => localStorage.getItem(key) === dayOf(now),
  set(on, now = new Date()) {
    if (on) localStorage.setItem(key, dayOf(now));
    else localStorage.removeItem(key);
  },
});
