import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reportError } from "../../state/problem.ts";

/** Does what a dialog confirms: done, the dialog closes; what goes wrong is shown, and it stays. */
export function useConfirmed(onClose: () => void) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (error) {
      reportError(error);
      setBusy(false);
    } finally {
      void cache.invalidateQueries({ queryKey: ["mine"] });
    }
  };
  return { busy, run };
}
