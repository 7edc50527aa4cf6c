/** The item catalogue: fetched once, names in the house's languages, drawn by everything that shows an item. */

import { create } from "zustand";
import { type Language, useLanguage, words } from "../i18n/language.ts";
import { api } from "../net/http.ts";
import type { Api } from "../protocol/api.ts";
import { drawnRarity } from "../ui/rarity.ts";
import { isAborted } from "./query.ts";

export type CatalogItem = Omit<Api["ItemDef"], "slug">;

/** An item in the player's language; also what an ItemCard draws. */
export interface ItemView {
  readonly id: number;
  readonly brand: string;
  readonly name: string;
  /** What it is drawn as. */
  readonly rarity: string;
  readonly category: string;
  readonly priceCents: number;
  readonly image: string;
  readonly thumb: string;
}

interface CatalogState {
  readonly items: ReadonlyMap<number, CatalogItem>;
  readonly status: "none" | "loading" | "ready" | "failed";
}

export const useCatalog = create<CatalogState>(() => ({ items: new Map(), status: "none" }));

/** Starts the one download; asking again while it runs or when it is there does nothing. */
export async function loadCatalog(): Promise<void> {
  const { status } = useCatalog.getState();
  if (status === "loading" || status === "ready") return;
  useCatalog.setState({ status: "loading" });
  try {
    const { items } = await api.get("/api/catalog/items");
    useCatalog.setState({ items: new Map(items.map((item) => [item.id, item])), status: "ready" });
  } catch (error) {
    useCatalog.setState({ status: "failed" });
    if (isAborted(error)) await loadCatalog(); // a navigation cancelled it; the next page needs it no less
  }
}

export function viewItem(item: CatalogItem, language: Language): ItemView {
  const { brand, name, rarity, category } = item;
  return {
    ...item,
    brand: words(brand, language),
    name: words(name, language),
    rarity: drawnRarity(rarity, category),
  };
}

/** Undefined until the catalogue is there, and for an id it does not know. */
export function useItem(def: number): ItemView | undefined {
  const item = useCatalog((state) => state.items.get(def));
  const language = useLanguage();
  return item && viewItem(item, language);
}

/** For lists: one subscription, many items. */
export function useItems(): (def: number) => ItemView | undefined {
  const items = useCatalog((state) => state.items);
  const language = useLanguage();
  return (def) => {
    const item = items.get(def);
    return item && viewItem(item, language);
  };
}
