import { useEffect, useRef, useState } from 'preact/hooks';

const PATIENCE_MS = 8_000;
const LOOK_MS = 1_000;

interface Given {
  readonly title: string;
  readonly address: string;
  readonly allow: string;
  readonly class?: string;
  /** Called when the frame has loaded. May return a function that stops what the call has started. */
  readonly onFrame?: (frame: HTMLIFrameElement) => (() => void) | undefined;
}

/** A frame with a page of the service. If the page does not load, a message says so, and what to do. */
export function WatchedFrame({ title, address, allow, onFrame, ...more }: Given) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, tryAgain] = useState(0);
  const isLost = useIsLost(frame, attempt);
  useEffect(() => (frame.current ? onFrame?.(frame.current) : undefined), [attempt]);
  return (
    <>
      <iframe key={attempt} ref={frame} title={title} src={address} allow={allow} hidden={isLost} class={more.class} />
      {isLost && (
        <div class="still" role="alert">
          <strong>This page did not load</strong>
          <p>The service may be busy, or your browser may not trust this machine yet. Nothing is lost.</p>
          <button type="button" class="button go" onClick={() => tryAgain(attempt + 1)}>
            Try again
          </button>
          <a class="link" href={address} target="_blank" rel="noopener">
            Open it in a tab
          </a>
        </div>
      )}
    </>
  );
}

/** Whether the frame has shown no content of the service for some time. */
function useIsLost(frame: { readonly current: HTMLIFrameElement | null }, attempt: number): boolean {
  const [isLost, lose] = useState(false);
  useEffect(() => {
    lose(false);
    const since = Date.now();
    const clock = setInterval(() => {
      if (isAlive(frame.current)) clearInterval(clock);
      else if (Date.now() - since > PATIENCE_MS) {
        clearInterval(clock);
        lose(true);
      }
    }, LOOK_MS);
    return () => clearInterval(clock);
  }, [attempt]);
  return isLost;
}

/** Whether the frame shows a page with content. Scripts may not read a browser's error page, so it does not count. */
function isAlive(frame: HTMLIFrameElement | null): boolean {
  try {
    const shown = frame?.contentDocument;
    return shown?.URL !== 'about:blank' && (shown?.querySelector('body > *') ?? null) !== null;
  } catch {
    return false;
  }
}
