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
  /** `null` where one has come, or any may have changed: lists look again, and what is about one does not. */
  readonly id: string | null;
}

/** `undefined` asks to read again whatever is shown. */
type Listener = (change: Change | undefined) => void;

const EVERY = 30_000;
const listeners = new Set<Listener>();
export const connected = signal(false);

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Also for what was changed here, so that all that shows it reads again. */
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
