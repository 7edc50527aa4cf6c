import { useNavigate } from "react-router";
import { paths } from "../routes/paths.ts";
import { requireLogin } from "./session.ts";

/** To the boxes of home, or to the login for a visitor (product spec §2). */
export function useOpenBoxes(): () => void {
  const navigate = useNavigate();
  return () => {
    if (requireLogin()) navigate(paths.home());
  };
}
