import { useState } from "react";
import { numberedText } from "../../state/problem.ts";

/** One submission at a time, and the text of why the last one failed. */
export function useSubmit(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefused("");
    try {
      await work();
    } catch (error) {
      setRefused(numberedText(error));
    }
    setBusy(false);
  };
  return { busy, refused, submit };
}
