import { cx } from "./class-names.ts";
import s from "./ring.module.css";

interface RingProps {
  /** What is left of the time, 0 … 1. */
  readonly left: number;
  /** Outer width, px. */
  readonly size: number;
  /** Gold is for rewards; a deadline is jade. */
  readonly tone?: "gold" | "jade";
  readonly className?: string | undefined;
  readonly children?: React.ReactNode;
}

/** What a ring shows of a time, ms: it is whole until the last minute, and runs out in that. */
export const lastMinute = (ms: number): number => Math.min(1, ms / 60_000);

/** A ring that runs out, and what stands in it. */
export function Ring({ left, size, tone = "gold", className, children }: RingProps) {
  return (
    <span className={cx(s.ring, s[tone], className)} style={{ width: size, height: size }}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="17" />
        <circle cx="20" cy="20" r="17" pathLength="1" strokeDasharray={`${Math.max(0, Math.min(1, left))} 1`} />
      </svg>
      {children}
    </span>
  );
}
