import type { CSSProperties } from "react";
import { cx } from "./class-names.ts";
import s from "./skeleton.module.css";

/** The grey shape of what is still on its way. Silent: the region that loads says so itself with aria-busy. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties | undefined }) {
  return <div className={cx(s.skeleton, className)} style={style} aria-hidden="true" />;
}

export function Skeletons({ count, className }: { count: number; className?: string | undefined }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: equal places without identity
  return Array.from({ length: count }, (_, i) => <Skeleton key={i} className={className} />);
}
