/** What is drawn here and nowhere else: a glass bottle, a wish card. One set of shapes a page, used by reference. */
import s from "./glass.module.css";

const BOTTLE = "wish-bottle";

/** The parts of a bottle, once a page; a bottle colours them by its own --liquid and --glass. */
export function GlassParts() {
  return (
    <svg width="0" height="0" className={s.parts} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="wish-cork" x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="#6b4a2c" />
          <stop offset="0.45" stopColor="#c79a63" />
          <stop offset="1" stopColor="#7a5532" />
        </linearGradient>
        <linearGradient id="wish-shine" x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="#fff" stopOpacity="0.34" />
          <stop offset="0.24" stopColor="#fff" stopOpacity="0.05" />
          <stop offset="0.78" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#fff" stopOpacity="0.16" />
        </linearGradient>
        <symbol id={BOTTLE} viewBox="0 0 64 84">
          <path className={s.glass} d={BODY} />
          <path
            className={s.liquid}
            d="M9.6 52c0-3 .6-5.8 1.7-8.2 6.5 3 13.2-2.8 20.5-.8 7.3 2 13.5 3 20.9.7 1.1 2.5 1.7 5.3 1.7 8.3 0 15-10 26.5-22.4 26.5S9.6 67 9.6 52Z"
          />
          <path className={s.rim} d={BODY} />
          <path fill="url(#wish-shine)" d={BODY} />
          <path className={s.glint} d="M15.5 46c1.3-5 4.2-9 8-11.2" />
          <rect x="23" y="13.5" width="18" height="4.6" rx="2.3" className={s.lip} />
          <path fill="url(#wish-cork)" d="M25 14.5 26.2 4.5c.2-1.4 1.2-2 2.6-2h6.4c1.4 0 2.4.6 2.6 2L39 14.5Z" />
        </symbol>
      </defs>
    </svg>
  );
}

const BODY =
  "M25.5 16h13v9.5c0 2.3 1.3 3.8 3.7 5.3C50.3 35.8 56 43 56 52c0 16-10.7 28.5-24 28.5S8 68 8 52c0-9 5.7-16.2 13.8-21.2 2.4-1.5 3.7-3 3.7-5.3Z";

export function Bottle({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 64 84" className={className} aria-hidden="true" focusable="false">
      <use href={`#${BOTTLE}`} />
    </svg>
  );
}

/** A wish card: a paper slip with a knot. Decoration: the number beside it is named by its owner. */
export function WishCardIcon({ size = "1.4em" }: { size?: string | number }) {
  return (
    <svg viewBox="3 1 18 22" width={size} height={size} aria-hidden="true" focusable="false" className={s.slip}>
      <path d="M12 1.5v4" stroke="#ff8f70" strokeWidth="1.8" strokeLinecap="round" />
      <rect x="5" y="5" width="14" height="17.5" rx="2.6" fill="#ffc857" />
      <rect x="7.2" y="7.2" width="9.6" height="13.1" rx="1.4" fill="#8a3b12" opacity="0.28" />
      <path d="m12 9.2 1.35 2.85 3.1.4-2.27 2.16.57 3.09L12 16.2l-2.75 1.5.57-3.09-2.27-2.16 3.1-.4Z" fill="#fff4d6" />
    </svg>
  );
}
