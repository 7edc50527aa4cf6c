import type { useTranslation } from "react-i18next";

type Translate = ReturnType<typeof useTranslation<"luckycard">>["t"];

const DECKS = ["lotus", "lantern", "dragon"] as const;

/** A deck that this client does not know by name is shown by the name that it came with. */
export function deckName(t: Translate, deck: string): string {
  const known = DECKS.find((name) => name === deck);
  return known ? t(`deck.${known}`) : deck;
}
