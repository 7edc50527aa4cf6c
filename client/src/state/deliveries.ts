/**
 * What is on its way to the player: ids that are asked for until they have ended (product spec §4). Their end is
 * shown by a notice that stays. Ids with "r" are withdrawals of R$, bare ones items. Nothing is fetched while nothing
 * is watched or no player is logged in.
 */
import i18next from "i18next";
import { create } from "zustand";
import { api } from "../net/http.ts";
import { toast } from "../ui/toast.ts";
import { queryClient } from "./query.ts";
import { loadUser, sessionToken, useSession } from "./session.ts";

const POLL_MS = 5000;
const MOST = 50;
/** live-updates.ts brings this module to a visit that finds the key. */
const STORED = "deliveries";
const SHIPPED = 2;
const FAILED: ReadonlySet<number> = new Set([0, 6]);

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(value)
      ? value.filter((id): id is string => /^r?[1-9]\d{0,18}$/.test(String(id))).slice(-MOST)
      : [];
  } catch {
    return [];
  }
}

export const useDeliveries = create<{ readonly ids: readonly string[] }>(() => ({ ids: stored() }));

function keep(ids: readonly string[]): void {
  localStorage.setItem(STORED, JSON.stringify(ids));
  useDeliveries.setState({ ids });
}

/** Asks for this one from now on, beside what other tabs have begun. */
export function watchDelivery(id: string): void {
  const known = new Set([...stored(), ...useDeliveries.getState().ids]);
  known.delete(id);
  keep([...known, id].slice(-MOST));
}

/** Not on its way any more, by the player's own choice: no notice. */
export const unwatchDelivery = (ids: readonly string[]): void =>
  keep(useDeliveries.getState().ids.filter((id) => !ids.includes(id)));

/**
 * Asks once, shows what has ended and drops it; what the server does not list as the player's own is dropped, too.
 */
export async function askDeliveries(): Promise<void> {
  const { ids } = useDeliveries.getState();
  const token = sessionToken();
  if (ids.length === 0 || token === "") return;
  const statuses = await api.get("/finance/assets/status", { query: { ids: ids.join(",") } });
  if (sessionToken() !== token) return;
  const open = new Set(statuses.filter(({ status }) => status !== SHIPPED && !FAILED.has(status)).map(({ id }) => id));
  keep(useDeliveries.getState().ids.filter((id) => open.has(id) || !ids.includes(id)));
  let ended = false;
  for (const { id, name, status } of statuses) {
    if (open.has(id)) continue;
    ended = true;
    const real = id.startsWith("r");
    if (status === SHIPPED)
      toast(i18next.t(real ? "delivery.realPaid" : "delivery.shipped", { name, ns: "shell" }), "ok", true);
    else toast(i18next.t(real ? "delivery.realFailed" : "delivery.failed", { name, ns: "shell" }), "error", true);
  }
  if (ended) {
    void loadUser();
    void queryClient.invalidateQueries({ queryKey: ["mine"] });
  }
}

let timer: ReturnType<typeof setInterval> | undefined;

function pace(): void {
  const wanted = useDeliveries.getState().ids.length > 0 && sessionToken() !== "";
  if (wanted)
    timer ??= setInterval(() => void askDeliveries().catch(() => undefined), POLL_MS); // asked again
  else {
    clearInterval(timer);
    timer = undefined;
  }
}

useDeliveries.subscribe(pace);
useSession.subscribe(pace);
pace();
