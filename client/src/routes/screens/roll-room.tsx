import { useParams, useSearchParams } from "react-router";
import { RollRoom } from "../../features/roll/room.tsx";

export function Roll() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  return <RollRoom id={id} sharer={query.get("from") ?? ""} />;
}
