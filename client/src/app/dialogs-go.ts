/** Closes every open dialog as Escape would, the innermost first. */
export function closeDialogs(): void {
  for (const dialog of [...document.querySelectorAll("dialog[open]")].reverse())
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
}

/**
 * Dialogs of the shell belong to the page that they were opened over: back and forward close them. Before any other
 * listener is notified of it (that is what capturing does), because the place that is arrived at may open one of its
 * own.
 */
export function closeDialogsOnPop(): () => void {
  addEventListener("popstate", closeDialogs, { capture: true });
  return () => removeEventListener("popstate", closeDialogs, { capture: true });
}
