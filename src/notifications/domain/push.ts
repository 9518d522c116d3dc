import type { DeliveryStatus } from './notification-status.js';

/** What has become of the hint to one device; `gone`: its address is no more. */
export type PushOutcome = 'waiting' | 'taken' | 'gone' | 'failed';

/** By the id of a device. */
export type Pushes = Readonly<Record<string, PushOutcome>>;

/** As the contract names it: all devices, some, or none. While some wait and none has it, nothing is said. */
export function deliveryStatusOf(pushes: Pushes): DeliveryStatus {
  const outcomes = Object.values(pushes);
  const taken = outcomes.filter((outcome) => outcome === 'taken').length;
  if (outcomes.length > 0 && taken === outcomes.length) return 'NOTIFIED';
  if (taken > 0) return 'PARTIALLY_NOTIFIED';
  return outcomes.length === 0 || outcomes.includes('waiting') ? 'NONE' : 'FAILED_TO_NOTIFY';
}

/** What is shown where the enterprise gives no words: not even that money is concerned. */
const HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'There is something for you to answer.',
    de: 'Es wartet etwas auf Ihre Antwort.',
    es: 'Hay algo pendiente de su respuesta.',
    ar: 'هناك طلب بانتظار ردك.',
  }),
);

export const generalHint = (language: string): string =>
  HINTS.get(language.toLowerCase().split('-', 1)[0] ?? '') ?? 'There is something for you to answer.';
