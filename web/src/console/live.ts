import { effect, signal } from '@preact/signals';
import { addressOf, signedOut } from './api.js';
import { place } from './place.js';

export type Kind =
  | 'user'
  | 'idvSession'
  | 'notification'
  | 'webhookDelivery'
  | 'fourEyes'
  | 'operator'
  | 'client'
  | 'audit';

export interface Change {
  readonly kind: Kind;
  /**
   * The id of the changed item. `null` if one was added or any may have changed: lists are then read again, but not
   * pages about one item.
   */
  readonly id: string | null;
}

/** Receives a change; `undefined` means that everything shown must be read again. */
type Listener = (change: Change | undefined) => void;

const EVERY = 30_000;
const listeners = new Set<Listener>();
export const connected = signal(false);

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reports a change to all listeners. Also called for changes made in this tab, so that everything that shows them is
 * read again.
 */
export function tell(change: Change | undefined): void {
  for (const listener of [...listeners]) listener(change);
}

/**
 * Opens one event stream for the tab. Without a stream, the shown data is read again periodically while the tab is
 * visible.
 */
export function listen(): void {
  let source: EventSource | undefined;
  effect(() => {
    source?.close();
    source = undefined;
    connected.value = false;
    if (!signedOut.value && place.value.enterprise !== undefined) source = opened();
  });
  setInterval(() => {
    if (connected.peek() || signedOut.peek() || document.visibilityState !== 'visible') return;
    tell(undefined);
    // A browser reconnects by itself, but not after an answer such as 502.
    if (source?.readyState !== EventSource.CLOSED) return;
    source = opened();
    source.addEventListener('open', () => tell(undefined), { once: true });
  }, EVERY);
}

function opened(): EventSource {
  const source = new EventSource(addressOf('/live'));
  source.addEventListener('open', () => (connected.value = true));
  source.addEventListener('error', () => (connected.value = false));
  source.addEventListener('again', () => tell(undefined));
  source.addEventListener('signed-out', () => (signedOut.value = true));
  source.addEventListener('change', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Change));
  return source;
}
