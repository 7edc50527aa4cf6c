import { create } from "zustand";

export type ToastKind = "ok" | "error" | "info";

/** Shown by `Toasts`, which comes right behind the page. */
interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 4500;
const MOST = 4;
let lastId = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let held = false;
const waiting: (() => void)[] = [];

/** While a scene decides, toasts wait; when it is over they come in their order, as many at once as there is room. */
export function holdToasts(hold: boolean): void {
  held = hold;
  release();
}

function release(): void {
  while (!held && useToasts.getState().toasts.length < MOST) {
    const show = waiting.shift();
    if (!show) return;
    show();
  }
}

export function dropToast(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));
  release();
}

/** Says something in passing. The same text is never shown twice at once; a persistent one waits to be closed. */
export function toast(text: string, kind: ToastKind = "info", persistent = false): void {
  if (held) {
    waiting.push(() => toast(text, kind, persistent));
    return;
  }
  lastId += 1;
  const id = lastId;
  useToasts.setState((state) => ({
    toasts: [...state.toasts.filter((other) => other.text !== text), { id, kind, text }].slice(-MOST),
  }));
  if (!persistent) setTimeout(dropToast, SHOWN_MS, id);
}
