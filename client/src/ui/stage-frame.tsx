import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";
import s from "./stage-frame.module.css";

/** What reels run in, with the bar below them, in the light of `--a`. */
export const StageFrame = ({ children }: { children: ReactNode }) => <section className={s.stage}>{children}</section>;

/** Its place until it is known what runs in it. */
export const StagePlace = () => <Skeleton className={s.place} />;
