import { type ComponentProps, lazy, Suspense } from "react";
import { Skeletons } from "../../ui/skeleton.tsx";

const Loaded = lazy(async () => ({ default: (await import("./roster.tsx")).Roster }));

/** Who has joined: a list of pages that stands beside what the room is about, and comes behind it. */
export function Roster(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeletons count={3} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
