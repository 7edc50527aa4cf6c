import { useParams } from "react-router";
import { LuckycardRoom } from "../../features/luckycard/room.tsx";

export function Luckycard() {
  const { id = "" } = useParams();
  return <LuckycardRoom key={id} id={id} />;
}
