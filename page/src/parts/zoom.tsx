/** A frame for a large drawing: nearer and farther by buttons, by keys, by the wheel and by two fingers. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys";

interface Props {
  /** Another one is another drawing, which begins at its own size. */
  of: unknown;
  width: number;
  height: number;
  /** At which share of its width the drawing begins, where it is wider than the frame. */
  root: number;
  label: string;
  children: ComponentChildren;
}

const [LEAST, MOST] = [0.15, 4];
const STEP = 1.25;

/** The least scale that a drawing begins with. */
const FIRST = 0.6;

export function Canvas({ of, width, height, root, label, children }: Props): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  /** What of the drawing, in shares of its size, stays at which place of the frame. */
  const held = useRef<{ share: [number, number]; at: [number, number] } | null>(null);

  /** Makes the drawing nearer or farther around a place of the frame: its middle if none is named. */
  const zoom = (by: number, place?: [number, number]) => {
    const element = frame.current;
    if (!element) return;
    const at = place ?? [element.clientWidth / 2, Math.min(element.clientHeight / 2, (height * scale) / 2)];
    setScale((old) => {
      const next = Math.min(MOST, Math.max(LEAST, old * by));
      const left = Math.max(0, (element.clientWidth - width * old) / 2);
      held.current = { share: [(element.scrollLeft + at[0] - left) / (width * old), (element.scrollTop + at[1]) / (height * old)], at };
      return next;
    });
  };
  const fit = () => {
    const element = frame.current;
    if (element) setScale(Math.min(1, Math.max(LEAST, Math.min(element.clientWidth / width, (innerHeight * 0.76) / height))));
  };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // A wide drawing begins smaller, as long as one can read it.
    const next = Math.min(1, Math.max(FIRST, element.clientWidth / width));
    held.current = { share: [root, 0], at: [element.clientWidth / 2, 0] };
    setScale(next);
    if (next === scale) element.scrollLeft = width * root * scale - element.clientWidth / 2;
  }, [of]);

  useLayoutEffect(() => {
    const element = frame.current;
    const hold = held.current;
    held.current = null;
    if (!element || !hold) return;
    element.scrollLeft = hold.share[0] * width * scale - hold.at[0];
    element.scrollTop = hold.share[1] * height * scale - hold.at[1];
  }, [scale]);

  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const element = frame.current!;
    const place = (x: number, y: number): [number, number] => {
      const box = element.getBoundingClientRect();
      return [x - box.left, y - box.top];
    };
    // The wheel alone scrolls; two fingers on a touchpad come as a wheel with the control key.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY / (event.deltaMode === 0 ? 300 : 10)), place(event.clientX, event.clientY));
    };
    let apart = 0;
    const fingers = (event: TouchEvent) => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b) return void (apart = 0);
      event.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart > 0) latest.current(now / apart, place((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      apart = now;
    };
    const lifted = () => void (apart = 0);
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("touchmove", fingers, { passive: false });
    element.addEventListener("touchend", lifted);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("touchmove", fingers);
      element.removeEventListener("touchend", lifted);
    };
  }, []);

  useKeys({ "+": () => zoom(STEP), "=": () => zoom(STEP), "-": () => zoom(1 / STEP), "0": fit });
  return (
    <>
      <div class="row zoom" role="group" aria-label="Size of the drawing">
        <button type="button" onClick={() => zoom(1 / STEP)} disabled={scale <= LEAST} aria-label="Farther" aria-keyshortcuts="-">
          −
        </button>
        <output aria-live="polite">{Math.round(scale * 100)} %</output>
        <button type="button" onClick={() => zoom(STEP)} disabled={scale >= MOST} aria-label="Nearer" aria-keyshortcuts="+">
          +
        </button>
        <button type="button" onClick={fit} aria-keyshortcuts="0">
          All of it
        </button>
        <span class="faint">or Ctrl and the wheel, or two fingers</span>
      </div>
      <div ref={frame} class="canvas" tabIndex={0} role="group" aria-label={label}>
        <div class="sized" ref={(element) => void (element && Object.assign(element.style, { width: `${width * scale}px`, height: `${height * scale}px` }))}>
          {children}
        </div>
      </div>
    </>
  );
}
