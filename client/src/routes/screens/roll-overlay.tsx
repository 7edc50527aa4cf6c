import { useEffect } from "react";
import { useLocation, useParams } from "react-router";
import { RollOverlay } from "../../features/roll/overlay.tsx";
import { loadCatalog } from "../../state/catalog.ts";

export function Overlay() {
  const { id = "" } = useParams();
  const { hash } = useLocation();
  useEffect(() => void loadCatalog(), []);
  return <RollOverlay id={id} token={hash.slice(1)} />;
}
