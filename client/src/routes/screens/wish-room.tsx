import { useParams } from "react-router";
import { WishRoom } from "../../features/wish/room.tsx";

export function Wish() {
  const { id = "" } = useParams();
  return <WishRoom key={id} id={id} />;
}
