import { useEffect, useRef } from "react";
import { throttle } from "../../ui/throttle.ts";
import { flakeAt, flakesFor } from "./flakes.ts";
import s from "./snow.module.css";

const FRAME_MS = 33; // it falls slowly: thirty pictures a second are enough, and half the work

/** Falls over the page and takes no part in it. Nothing is drawn while the page is hidden. */
export function Snow() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const g = element?.getContext("2d");
    if (!element || !g) return;
    let flakes = flakesFor(innerWidth, innerHeight);
    // A new size is a new picture: not one for every step of a window that is drawn larger.
    const resize = throttle(() => {
      element.width = innerWidth;
      element.height = innerHeight;
      flakes = flakesFor(innerWidth, innerHeight);
    });
    let frame = 0;
    let last = 0;
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw);
      if (now - last < FRAME_MS) return;
      last = now;
      g.clearRect(0, 0, element.width, element.height);
      g.fillStyle = "rgb(232 240 255 / 0.62)";
      g.beginPath();
      for (const flake of flakes) {
        const [x, y] = flakeAt(flake, now / 1000, element.width, element.height);
        g.moveTo(x + flake.radiusPx, y);
        g.arc(x, y, flake.radiusPx, 0, 2 * Math.PI);
      }
      g.fill();
    };
    resize();
    addEventListener("resize", resize);
    frame = requestAnimationFrame(draw);
    return () => {
      removeEventListener("resize", resize);
      resize.end();
      cancelAnimationFrame(frame);
    };
  }, []);
  return <canvas ref={canvas} className={s.snow} data-snow="" />;
}
