import { ButtonLink } from "./button.tsx";
import { Empty, Failed } from "./empty.tsx";
import { StagePlace } from "./stage-frame.tsx";

interface StageMissingProps {
  /** There is no such thing, and never will be. */
  readonly gone: boolean;
  readonly failed: boolean;
  readonly text: string;
  readonly back: { readonly to: string; readonly text: string };
  readonly onRetry: () => void;
}

/** In the place of reels while there is nothing to draw them from. */
export function StageMissing({ gone, failed, text, back, onRetry }: StageMissingProps) {
  if (gone) {
    return (
      <Empty text={text}>
        <ButtonLink kind="primary" to={back.to}>
          {back.text}
        </ButtonLink>
      </Empty>
    );
  }
  return failed ? <Failed onRetry={onRetry} /> : <StagePlace />;
}
