/** The draw on the page: the light is moved frame by frame outside of React, which renders only its end. */
import { type RefObject, useEffect, useState } from "react";
import { serverNow } from "../../net/clock.ts";
import type { WishSnapshot } from "../../protocol/gen.ts";
import { useScene } from "../../state/playing.ts";
import { useReducedMotion } from "../../state/settings.ts";
import { sound } from "../../ui/sound.ts";
import { DRAW_MS, isDrawing, type Light, lightAt, REST_MS } from "./draw-time.ts";

/** An end that was found to be nearer is seen so late at most. */
const LOOK_MS = 1_000;

/** True while the light runs: until it rests no winner is named, no toast comes. Calm players see the end at once. */
export function useDrawing({ drawn }: WishSnapshot): boolean {
  const calm = useReducedMotion();
  const [now, setNow] = useState(() => serverNow());
  const drawnAtMs = drawn?.drawnAtMs ?? null;
  useEffect(() => {
    if (drawnAtMs === null || calm) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Again until it is over: the server's clock is estimated anew from every answer, and may be set meanwhile.
    const look = () => {
      const at = serverNow();
      setNow(at);
      if (!isDrawing(drawnAtMs, at)) return;
      timer = setTimeout(look, Math.min(drawnAtMs + DRAW_MS + REST_MS - at + 20, LOOK_MS));
    };
    look();
    return () => clearTimeout(timer);
  }, [drawnAtMs, calm]);
  const drawing = drawnAtMs !== null && !calm && isDrawing(drawnAtMs, now);
  useScene(drawing);
  return drawing;
}

/** Bottles behind the light that still glow. */
const TRAIL = ["on", "near", "far"] as const;

/** Lets the light run over the children of `grid`, which are the bottles in order. */
export function useLight(grid: RefObject<HTMLElement | null>, room: WishSnapshot, running: boolean): void {
  const { bottles } = room.card;
  const winner = room.drawn?.bottle.number ?? 0;
  const drawnAtMs = room.drawn?.drawnAtMs ?? 0;
  useEffect(() => {
    const parent = grid.current;
    if (!running || !parent || winner === 0) return;
    let last: Light | null = null;
    let frame = requestAnimationFrame(function draw() {
      const light = lightAt(winner, bottles, serverNow() - drawnAtMs);
      if (light.step !== last?.step) {
        show(parent, light);
        if (last && !light.rests) sound.tick(light.speed);
      }
      if (light.rests) {
        if (last) sound.sting("glint"); // no sound on a page that comes late
        return;
      }
      last = light;
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const child of parent.children) child.removeAttribute("data-light");
    };
  }, [grid, running, winner, bottles, drawnAtMs]);
}

function show(parent: Element, { number, step, rests }: Light): void {
  for (const child of parent.querySelectorAll("[data-light]")) child.removeAttribute("data-light");
  const count = parent.children.length;
  TRAIL.slice(0, rests ? 1 : Math.min(step, count - 1) + 1).forEach((glow, behind) => {
    parent.children[(number - 1 - behind + count) % count]?.setAttribute("data-light", glow);
  });
}
