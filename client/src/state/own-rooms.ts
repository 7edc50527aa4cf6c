import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openLogin, useLoggedIn } from "./session.ts";

/** A page of a player's own rooms for ui/lobby.tsx, which is asked for once a player is logged in. */
export function useOwnRooms<P>(keyOf: (page: number) => QueryKey, read: (page: number) => Promise<P>) {
  const loggedIn = useLoggedIn();
  const [page, onPage] = useState(1);
  const query = useQuery({ queryKey: keyOf(page), queryFn: () => read(page), enabled: loggedIn });
  return { login: { loggedIn, onLogin: () => openLogin() }, paged: { query, page, onPage } };
}
