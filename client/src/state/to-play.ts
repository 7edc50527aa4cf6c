import { useQuery } from "@tanstack/react-query";
import { api } from "../net/http.ts";

const loadToPlay = async () => (await api.get("/api/user/info")).toPlayCents;

/** What gifts still ask to be staked before anything is retrieved or withdrawn, in cents of gems; 0 until known. */
export function useToPlay(): number {
  return useQuery({ queryKey: ["mine", "toPlay"], queryFn: loadToPlay, staleTime: 0 }).data ?? 0;
}
