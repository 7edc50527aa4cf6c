import { type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { Router } from "react-router";
import type { Places } from "./places.ts";
import { useScrollMemory } from "./scroll-memory.ts";

/** React Router on our places. A screen whose code is still on its way leaves the one before it standing. */
export function PlaceRouter({ places, children }: { places: Places; children: ReactNode }) {
  const [place, setPlace] = useState(places.now);
  useLayoutEffect(() => {
    const take = () => startTransition(() => setPlace(places.now()));
    take(); // a redirect may have come between drawing and this
    return places.subscribe(take);
  }, [places]);
  useScrollMemory(place);
  return (
    <Router navigator={places} location={place.location} navigationType={place.type}>
      {children}
    </Router>
  );
}
