import { useParams } from "react-router";
import { BattleRoom } from "../../features/battle/room.tsx";
import { useSearch } from "../../state/search.ts";

export function Component() {
  const { id = "" } = useParams();
  const [query] = useSearch();
  return <BattleRoom id={id} code={query.get("code") ?? ""} />;
}
