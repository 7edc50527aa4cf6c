const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** What is left of a time in words (product spec §9): days from 24 hours on, else hours, and never none of them. */
export function remaining(ms: number): { readonly unit: "days" | "hours"; readonly count: number } {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= DAY_HOURS) return { unit: "days", count: Math.floor(hours / DAY_HOURS) };
  return { unit: "hours", count: Math.max(1, hours) };
}
