import type { ReactNode } from "react";
import s from "./rule-list.module.css";

/** The rules of a screen, one a point; each child is an `li`. */
export const RuleList = ({ children }: { children: ReactNode }) => <ul className={s.rules}>{children}</ul>;
