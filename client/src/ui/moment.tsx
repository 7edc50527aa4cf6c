import { useLanguage } from "../i18n/language.ts";
import { formatTime } from "./number.ts";

/** A moment of the site's clock, in ms, in the player's words and for programs. */
export const Moment = ({ ms }: { ms: number }) => (
  <time dateTime={new Date(ms).toISOString()}>{formatTime(ms, useLanguage())}</time>
);
