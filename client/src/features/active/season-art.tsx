/** The mark of a season on its own page. Decoration. */
import type { Place } from "./place.ts";
import { Radish } from "./radish.tsx";

export function SeasonArt({ place, size }: { place: Place; size: number }) {
  if (place === "active") return <Radish size={size} />;
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      {place === "moonbox" ? <Moon /> : <Lantern />}
    </svg>
  );
}

const Moon = () => (
  <>
    <circle cx="24" cy="24" r="20" fill="#c9d6ff" opacity="0.16" />
    <path fill="#f6efcf" d="M30 6a18 18 0 1 0 12 26A15 15 0 0 1 30 6z" />
    <path fill="#fffdf2" d="M27 7.500a16 16 0 0 0-13 26C9 24 14 11 27 7.500z" />
    <path fill="#ffc857" d="m38 10 1.300 3.200 3.200 1.300-3.200 1.300L38 19l-1.300-3.200-3.200-1.300 3.200-1.300z" />
  </>
);

const Lantern = () => (
  <>
    <path stroke="#ffc857" strokeWidth="2" d="M24 2v7M24 37v9M20 40v5M28 40v5" />
    <rect x="17" y="8" width="14" height="4" rx="1.500" fill="#ffc857" />
    <ellipse cx="24" cy="23.500" rx="17" ry="12.500" fill="#d92038" />
    <ellipse cx="24" cy="23.500" rx="9" ry="12.500" fill="#f0484f" />
    <ellipse cx="24" cy="23.500" rx="3" ry="12.500" fill="#ff8b8f" />
    <rect x="17" y="35" width="14" height="4" rx="1.500" fill="#ffc857" />
  </>
);
