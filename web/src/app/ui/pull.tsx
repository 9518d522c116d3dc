import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.js';

/** How far a finger must pull to refresh, and the farthest distance that is shown, in pixels. */
const ENOUGH = 72;
const MOST = 96;

/** Pull to refresh: only from the top of the page, and only downwards. The screen also has a button to refresh. */
export function usePull(refresh: () => void) {
  const area = useRef<HTMLElement>(null);
  const [pulled, setPulled] = useState(0);
  const act = useRef(refresh);
  act.current = refresh;
  useEffect(() => {
    const { current } = area;
    return current ? listen(current, setPulled, () => act.current()) : undefined;
  }, []);
  const hint = pulled > 0 && (
    <div class={`pull ${pulled >= ENOUGH ? 'ready' : ''}`} style={{ height: `${pulled / 2}px` }} aria-hidden="true">
      <Icon name="refresh" />
    </div>
  );
  return { area, hint };
}

function listen(element: HTMLElement, setPulled: (pixels: number) => void, refresh: () => void): () => void {
  let from: number | undefined;
  let pulled = 0;
  const reset = () => {
    pulled = 0;
    setPulled(0);
  };
  const listeners: Readonly<Record<string, (event: TouchEvent) => void>> = {
    touchstart: ({ touches }) => {
      from = scrollY <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined;
      reset();
    },
    touchmove: ({ touches }) => {
      if (from === undefined) return;
      pulled = Math.min(MOST, Math.max(0, (touches[0]?.clientY ?? from) - from));
      setPulled(pulled);
    },
    touchend: () => {
      if (pulled >= ENOUGH) refresh();
      reset();
    },
    touchcancel: reset,
  };
  const all = Object.entries(listeners) as ['touchstart', (event: TouchEvent) => void][];
  for (const [name, listener] of all) element.addEventListener(name, listener, { passive: true });
  return () => {
    for (const [name, listener] of all) element.removeEventListener(name, listener);
  };
}
