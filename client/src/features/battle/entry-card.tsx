import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language.ts";
import { useLoggedIn } from "../../state/session.ts";
import { formatCents } from "../../ui/number.ts";
import { entryCardQuery } from "./api.ts";

export interface EntryCard {
  /** Id of the card that is to pay, "" for none. */
  readonly id: string;
  readonly payCents: (entryCents: number) => number;
  readonly choice: React.ReactNode;
}

/** A player with an arms-race card may let it pay the entry, up to its worth. */
export function useEntryCard(): EntryCard {
  const { t } = useTranslation("battle");
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  const { data: card } = useQuery({ ...entryCardQuery, enabled: loggedIn });
  const [chosen, setChosen] = useState(false);
  const pays = chosen && card ? card : null;
  return {
    id: pays?.id ?? "",
    payCents: (entryCents) => Math.max(entryCents - (pays?.worthCents ?? 0), 0),
    choice: card && (
      <label>
        <input type="checkbox" checked={chosen} onChange={(event) => setChosen(event.target.checked)} />{" "}
        {t("wait.card", { worth: formatCents(card.worthCents, language) })}
      </label>
    ),
  };
}
