import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below the screen something may still be when it is fetched: about one swipe. */
const MARGIN = "300px";

/**
 * Draws its children when the reader comes near them: what stands further down delays nothing.
 * `className` gives the room that they will take, so that nothing jumps.
 */
export function WhenNear({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return near ? (
    children
  ) : (
    <div ref={place} className={className}>
      {/* An empty box of no height would never meet the screen. */}
      &#8203;
    </div>
  );
}
