/** The newest upgrades of all players, live while a page shows them. */
import { create } from "zustand";
import { subscribe } from "../../net/socket.ts";
import { topics, type UpgradeDone, type UpgradeEvent, upgradeEvents } from "../../protocol/gen.ts";

export const LIVE_MAX = 30;

export interface LiveUpgrades {
  /** Newest first. */
  readonly done: readonly UpgradeDone[];
}

export function applyUpgrade(state: LiveUpgrades, event: UpgradeEvent): LiveUpgrades {
  switch (event.name) {
    case "upgradeSnapshot":
      return { done: event.body.done.slice(0, LIVE_MAX) };
    case "upgradeDone": {
      const one = event.body;
      return { done: [one, ...state.done.filter(({ id }) => id !== one.id)].slice(0, LIVE_MAX) };
    }
    case "upgradeRanking":
      return state;
  }
}

export const useLiveUpgrades = create<LiveUpgrades>(() => ({ done: [] }));

export function openLiveUpgrades(): () => void {
  return subscribe(topics.upgrade, upgradeEvents, (event) =>
    useLiveUpgrades.setState((state) => applyUpgrade(state, event)),
  );
}
