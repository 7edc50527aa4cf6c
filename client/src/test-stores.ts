/**
 * Stands in for zustand's `create` in tests (vitest.config.ts): files that share a worker find every store as it was
 * made.
 */

import type { StateCreator, StoreApi, UseBoundStore } from "zustand";
import { create as make } from "zustand/react";

const stores = new Set<StoreApi<unknown>>();

export const create = <T>(initial: StateCreator<T>): UseBoundStore<StoreApi<T>> => {
  const store = make(initial);
  stores.add(store as StoreApi<unknown>);
  return store;
};

export function resetStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true);
}
