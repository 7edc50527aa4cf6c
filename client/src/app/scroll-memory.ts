import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType } from "react-router";
import type { Place } from "./places.ts";

const STORED = "scroll";

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
  } catch {
    return {}; // written by something else
  }
}

/**
 * A new page starts at the top, at its anchor, or where it was told to stay (product spec §2); back, forward and a reload
 * return to where the player was.
 */
export function useScrollMemory({ location, type, keepsScroll }: Place): void {
  const positions = useRef<Record<string, number>>(null);
  positions.current ??= stored();
  const { key, hash } = location;

  useEffect(() => {
    history.scrollRestoration = "manual";
    const keep = () => {
      sessionStorage.setItem(STORED, JSON.stringify(positions.current));
      history.scrollRestoration = "auto"; // for a page in between that is not ours
    };
    const resume = () => {
      history.scrollRestoration = "manual";
    };
    addEventListener("pagehide", keep);
    addEventListener("pageshow", resume);
    return () => {
      removeEventListener("pagehide", keep);
      removeEventListener("pageshow", resume);
    };
  }, []);

  useLayoutEffect(() => {
    const known = positions.current?.[key];
    if (type === NavigationType.Pop && known !== undefined) scrollTo(0, known);
    else if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else if (!keepsScroll && type !== NavigationType.Pop) scrollTo(0, 0);

    const remember = () => {
      if (positions.current) positions.current[key] = scrollY;
    };
    addEventListener("scroll", remember, { passive: true });
    return () => removeEventListener("scroll", remember);
  }, [key, hash, type, keepsScroll]);
}
