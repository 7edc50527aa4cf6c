import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { reportError } from "../../state/problem.ts";
import { useSession } from "../../state/session.ts";
import { type Quote, quoteQuery, type Stake } from "./api.ts";
import { type Choice, stakeOf } from "./choice.ts";

/** A slider says many values on its way; the one at which it rests is asked about. */
const REST_MS = 150;

interface Quoted {
  /** For what lies on the table now; undefined while it is on its way. */
  readonly quote: Quote | undefined;
  /** The newest that there is, for what may be chosen from; undefined while nothing lies on the table. */
  readonly last: Quote | undefined;
}

/** What the server quotes for what lies on the table. */
export function useQuote(choice: Choice): Quoted {
  const cache = useQueryClient();
  const token = useSession((session) => session.token);
  const gemsCents = choice.gemsCents;
  const items = choice.items.map(({ id }) => id).join(",");
  const [asked, setAsked] = useState<Stake>({ items: [], gemsCents: 0 });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ items: items === "" ? [] : items.split(","), gemsCents }), REST_MS);
    return () => clearTimeout(timer);
  }, [items, gemsCents]);

  const enabled = token !== "" && (asked.items.length > 0 || asked.gemsCents > 0);
  const { data, error, isPlaceholderData } = useQuery({
    ...quoteQuery(asked),
    enabled,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (!error) return;
    reportError(error);
    void cache.invalidateQueries({ queryKey: ["mine"] }); // what is refused may have left the backpack
  }, [error, cache]);

  const last = stakeOf(choice) > 0 && enabled ? data : undefined;
  const current = !isPlaceholderData && asked.gemsCents === gemsCents && asked.items.join(",") === items;
  return { quote: current ? last : undefined, last };
}
