// How the drawing is looked at: nearer or farther, and pulled about.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

export const leastZoom = 0.5;
export const mostZoom = 1.5;
/** A drawing that does not fit is made smaller down to this, as long as it can still be read. */
const leastToFit = 0.72;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** @param content what decides the drawing's size; when it changes, the drawing is fitted again */
export function useZoom(scroller: RefObject<HTMLElement | null>, content: string) {
  const [fitted, setFitted] = useState(1);
  const [chosen, setChosen] = useState<number>();
  const zoom = chosen ?? fitted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when the content changes
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || matchMedia('(max-width: 760px)').matches) return;
    const needed = [...element.children].reduce(
      (total, child) => total + child.getBoundingClientRect().height / zoom,
      80,
    );
    setFitted(clamp(element.clientHeight / needed, leastToFit, 1));
  }, [content, scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setChosen((before) => clamp((before ?? fitted) * Math.exp(-event.deltaY / 300), leastZoom, mostZoom));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [scroller, fitted]);
  const setZoom = (next: number | 'fit') =>
    setChosen(next === 'fit' ? undefined : clamp(next, leastZoom, mostZoom));
  return { zoom, setZoom };
}

/** Pulling the empty canvas scrolls it. */
export function usePan(scroller: RefObject<HTMLElement | null>) {
  const [from, setFrom] = useState<{ x: number; y: number }>();
  return {
    'data-panning': from !== undefined,
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0 || event.target !== scroller.current || event.pointerType !== 'mouse') return;
      scroller.current.setPointerCapture(event.pointerId);
      setFrom({ x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (!from) return;
      scroller.current?.scrollBy(from.x - event.clientX, from.y - event.clientY);
      setFrom({ x: event.clientX, y: event.clientY });
    },
    onPointerUp: () => setFrom(undefined),
    onPointerCancel: () => setFrom(undefined),
  };
}
