import { useParams } from "react-router";
import { RollRoom } from "../../features/roll/room.tsx";
import { useSearch } from "../../state/search.ts";

export function Component() {
  const { id = "" } = useParams();
  const [query] = useSearch();
  return <RollRoom id={id} sharer={query.get("from") ?? ""} />;
}
