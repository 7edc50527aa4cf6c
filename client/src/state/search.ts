/** What stands after the question mark. React Router's hook of this name brings its forms and fetchers, 3 KB. */
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** Takes the place of the present entry of the history, unless told otherwise. */
type SetSearch = (next: URLSearchParams, options?: { readonly push?: boolean }) => void;

export function useSearch(): readonly [URLSearchParams, SetSearch] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearch>(
    (next, { push = false } = {}) =>
      navigate({ search: next.toString() }, { replace: !push, preventScrollReset: true }),
    [navigate],
  );
  return [query, set];
}
