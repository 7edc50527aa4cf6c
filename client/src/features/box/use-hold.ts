import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Held so long, a button goes on. */
export const HOLD_MS = 500;
/** A result is looked at so long before the next opening begins. */
export const HOLD_PAUSE_MS = 900;

interface Hold {
  readonly onPointerDown: () => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onPointerLeave: () => void;
  readonly onClick: () => void;
}

/**
 * A button that acts on a click, and goes on acting while it is held: once after each `rest`, that is when what it did
 * before is done and seen. Letting go ends it; a click that only ends a hold does nothing.
 */
export function useHold(act: () => void, rest: boolean): Hold {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const go = useEffectEvent(act);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  useEffect(() => {
    if (!held || !rest) return;
    const next = setTimeout(go, HOLD_PAUSE_MS);
    return () => clearTimeout(next);
  }, [held, rest]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown() {
      wasHeld.current = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        setHeld(true);
        act();
      }, HOLD_MS);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onClick() {
      if (!wasHeld.current) act();
      wasHeld.current = false;
    },
  };
}
