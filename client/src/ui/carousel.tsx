import { Pause, Play } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import s from "./carousel.module.css";

interface CarouselProps {
  label: string;
  slides: readonly { key: string; name: string; content: ReactNode }[];
  /** Time a slide rests, and time the change takes. */
  restMS: number;
  moveMS: number;
  /** Off for players who want calm. */
  autoplay: boolean;
}

const ease = (t: number) => 1 - (1 - t) ** 4;

/**
 * Slides on native scroll-snap: swiping, wheel and keyboard are the browser's own. It moves by itself until the player
 * takes over, hovers, focuses, hides the page or pauses it (WCAG 2.2.2).
 */
export function Carousel({ label, slides, restMS, moveMS, autoplay }: CarouselProps) {
  const { t } = useTranslation("ui");
  const track = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [touched, setTouched] = useState(false);
  const running = autoplay && !paused && !touched && slides.length > 1;

  const goTo = useCallback(
    (index: number) => {
      const element = track.current;
      if (!element) return;
      cancelAnimationFrame(frame.current);
      const from = element.scrollLeft;
      const to = index * element.clientWidth;
      if (!autoplay) {
        element.scrollLeft = to;
        return;
      }
      const start = performance.now();
      element.style.scrollSnapType = "none"; // else the browser pulls back during the move
      const step = (now: number) => {
        const done = Math.min((now - start) / moveMS, 1);
        element.scrollLeft = from + (to - from) * ease(done);
        if (done < 1) frame.current = requestAnimationFrame(step);
        else element.style.scrollSnapType = "";
      };
      frame.current = requestAnimationFrame(step);
    },
    [autoplay, moveMS],
  );

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      if (!document.hidden) goTo((at + 1) % slides.length);
    }, restMS);
    return () => clearTimeout(timer);
  }, [running, at, slides.length, restMS, goTo]);

  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const onScroll = () => {
    const element = track.current;
    if (element && element.clientWidth > 0) setAt(Math.round(element.scrollLeft / element.clientWidth));
  };

  const Icon = paused ? Play : Pause;
  return (
    <section
      className={s.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={() => setTouched(false)}
      onFocus={() => setTouched(true)}
      onBlur={() => setTouched(false)}
    >
      <div ref={track} className={s.track} onScroll={onScroll}>
        {slides.map(({ key, name, content }, index) => (
          <article key={key} className={s.slide} aria-label={name} inert={index !== at}>
            {content}
          </article>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={s.controls}>
          {slides.map(({ key, name }, index) => (
            <button
              key={key}
              type="button"
              className={s.dot}
              aria-label={name}
              aria-current={index === at}
              onClick={() => goTo(index)}
            />
          ))}
          {autoplay && (
            <button
              type="button"
              className={s.pause}
              aria-label={t(paused ? "carousel.play" : "carousel.pause")}
              onClick={() => setPaused(!paused)}
            >
              <Icon size={14} aria-hidden />
            </button>
          )}
        </div>
      )}
    </section>
  );
}
