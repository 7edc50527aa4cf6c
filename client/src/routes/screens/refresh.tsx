import { createElement, Fragment, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { queryClient } from "../../state/query.ts";
import { loadUser } from "../../state/session.ts";
import { paths } from "../paths.ts";

/** React Router's key of the entry that a page was opened with: there is nothing of the site before it. */
const FIRST = "default";

/** /refersh: what the server said is asked for anew, and the reader returns to the page before. */
export function Refresh() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current) return;
    gone.current = true;
    void queryClient.invalidateQueries();
    void loadUser();
    if (key === FIRST) navigate(paths.home(), { replace: true });
    else navigate(-1);
  }, [key, navigate]);
  return createElement(Fragment);
}
