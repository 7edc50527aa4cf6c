import { useParams, useSearchParams } from "react-router";
import { BattleRoom } from "../../features/battle/room.tsx";

export function Battle() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  return <BattleRoom id={id} code={query.get("code") ?? ""} />;
}
