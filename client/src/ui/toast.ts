import { create } from "zustand";

export type ToastKind = "ok" | "error" | "info";

/** Shown by `Toasts`, which comes right behind the page. */
interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** It waits to be closed. */
  persistent: boolean;
}

const SHOWN_MS = 4500;
const MOST = 4;
let lastId = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

const isPassing = ({ persistent }: Toast): boolean => !persistent;

let held = false;
const waiting: Toast[] = [];

/** While a scene decides, toasts wait; when it is over they come in their order, as many at once as there is room. */
export function holdToasts(hold: boolean): void {
  held = hold;
  release();
}

/** Where all that stand wait to be closed, there is room for one more in passing. */
function release(): void {
  while (!held) {
    const { toasts } = useToasts.getState();
    const next = waiting.findIndex((one) => toasts.length < MOST || (isPassing(one) && !toasts.some(isPassing)));
    if (next < 0) return;
    waiting.splice(next, 1).forEach(show);
  }
}

/** Where there is no room the oldest in passing gives way. */
function show(next: Toast): void {
  const others = useToasts.getState().toasts.filter(({ text }) => text !== next.text);
  const gives = others.length >= MOST && others.find(isPassing);
  useToasts.setState({ toasts: [...others.filter((one) => one !== gives), next] });
  if (isPassing(next)) setTimeout(dropToast, SHOWN_MS, next.id);
}

export function dropToast(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((t) => t.id !== id) }));
  release();
}

/** Says something in passing. The same text is never shown twice at once; a persistent one waits to be closed. */
export function toast(text: string, kind: ToastKind = "info", persistent = false): void {
  lastId += 1;
  const next = { id: lastId, kind, text, persistent };
  if (held || persistent || waiting.some(isPassing)) {
    waiting.push(next);
    release();
  } else show(next);
}
