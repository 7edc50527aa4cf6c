import { useEffect } from "react";
import { openOverlay } from "../state/overlay.ts";

function onKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const typing = target instanceof Element && target.closest("input, textarea, select, dialog");
  if (key !== "/" || ctrlKey || metaKey || altKey || typing || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  const own = document.querySelector<HTMLInputElement>("input[data-search]");
  if (own?.checkVisibility()) own.focus();
  else openOverlay("search");
}

/** "/" goes to the page's own search where it has one, and opens the site's elsewhere; not while something is typed. */
export function useSearchKey(): void {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
