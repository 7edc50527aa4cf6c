import { type ReactNode, useState } from "react";
import { Checkbox } from "./field.tsx";

interface QuietBoxProps {
  /** A choice of quiet, state/day-flag.ts. */
  readonly flag: { readonly isSet: () => boolean; readonly set: (on: boolean) => void };
  readonly children: ReactNode;
}

/** Ticks "not again today". */
export function QuietBox({ flag, children }: QuietBoxProps) {
  const [quiet, setQuiet] = useState(() => flag.isSet());
  return (
    <Checkbox
      checked={quiet}
      onChange={(event) => {
        setQuiet(event.target.checked);
        flag.set(event.target.checked);
      }}
    >
      {children}
    </Checkbox>
  );
}
