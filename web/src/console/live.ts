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
  /** `null` if an item was added, or any may have changed: lists are read again, pages about one item are not. */
  readonly id: string | null;
}

/** `undefined` asks to read everything again that is shown. */
type Listener = (change: Change | undefined) => void;

const EVERY = 30_000;
const listeners = new Set<Listener>();
export const connected = signal(false);

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Also called for changes that were made here, so that everything that shows them is read again. */
export function tell(change: Change | undefined): void {
  for (const listener of [...listeners]) listener(change);
}

/** One stream a tab. Without it, what is shown is read again from time to time while somebody can see it. */
export function listen(): void {
  let source: EventSource | undefined;
  effect(() => {
    source?.close();
    connected.value = false;
    if (signedOut.value || place.value.enterprise === undefined) return;
    source = new EventSource(addressOf('/live'));
    source.addEventListener('open', () => (connected.value = true));
    source.addEventListener('error', () => (connected.value = false));
    source.addEventListener('again', () => tell(undefined));
    source.addEventListener('signed-out', () => (signedOut.value = true));
    source.addEventListener('change', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Change));
  });
  setInterval(() => {
    if (!connected.peek() && !signedOut.peek() && document.visibilityState === 'visible') tell(undefined);
  }, EVERY);
}
