import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import s from "./tag.module.css";

export type TagKind = "plain" | "hot" | "new" | "gold" | "jade";

export function Tag({ kind = "plain", children }: { kind?: TagKind; children: ReactNode }) {
  return <span className={cx(s.tag, s[kind])}>{children}</span>;
}
