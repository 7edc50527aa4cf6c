import s from "./avatar.module.css";
import { cx } from "./class-names.ts";

/** The first picture stands in for a player without one. */
const FALLBACK = "/art/avatars/01.svg";

interface AvatarProps {
  src: string;
  size?: number | undefined;
  /** Head frame (product spec §2): the ring around the picture, gold unless it is named. */
  frame?: boolean | string | undefined;
  className?: string | undefined;
}

/** Decorative: the player's name always stands beside it. */
export function Avatar({ src, size = 40, frame = false, className }: AvatarProps) {
  return (
    <img
      className={cx(s.avatar, frame && s.frame, className)}
      data-frame={typeof frame === "string" && frame !== "" ? frame : undefined}
      src={avatarSource(src)}
      alt=""
      width={size}
      height={size}
      decoding="async"
    />
  );
}

/** Only the site's own pictures are shown; an id like "07" names one of them. */
export function avatarSource(value: string): string {
  if (/^\d{1,2}$/.test(value)) return `/art/avatars/${value.padStart(2, "0")}.svg`;
  return value.startsWith("/art/") ? value : FALLBACK;
}
