import { useParams } from "react-router";
import { RollLive } from "../../features/roll/live.tsx";
import { ManageRoom } from "../../features/studio/manage-room.tsx";

/** The studio manages; who has joined, and the draw, is the roll room's own picture. */
export function StudioRoll() {
  const { id = "" } = useParams();
  return <ManageRoom id={id} live={<RollLive id={id} />} />;
}
