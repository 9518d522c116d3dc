import type { DeliveryStatus } from '../notification/notification-status.js';

/** The outcome of the push to one device. `gone` means that its address no longer exists. */
export const pushOutcomes = ['waiting', 'taken', 'gone', 'failed'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

/** The outcomes of pushes, by the id of a device. */
export type Pushes = Readonly<Record<string, PushOutcome>>;

/**
 * The status in the words of the contract: all devices, some, or none. While some wait and none has it, there is no
 * status.
 */
export function deliveryStatusOf(pushes: Pushes): DeliveryStatus {
  const outcomes = Object.values(pushes);
  const taken = outcomes.filter((outcome) => outcome === 'taken').length;
  if (outcomes.length > 0 && taken === outcomes.length) return 'NOTIFIED';
  if (taken > 0) return 'PARTIALLY_NOTIFIED';
  return outcomes.length === 0 || outcomes.includes('waiting') ? 'NONE' : 'FAILED_TO_NOTIFY';
}

/** The text if the enterprise gives none. It does not even say that money is concerned. */
const HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'There is something for you to answer.',
    de: 'Es wartet etwas auf Ihre Antwort.',
    es: 'Hay algo pendiente de su respuesta.',
    ar: 'هناك طلب بانتظار إجابتك.',
  }),
);

/**
 * The texts leave out the name of the device, because whoever registered it chose that name, and they are shown on
 * locked screens.
 */
const NEW_DEVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'A new device can now answer for you. If you did not add it, remove it and tell us at once.',
    de: 'Ein neues Gerät kann nun für Sie antworten. Wenn Sie es nicht hinzugefügt haben, entfernen Sie es und melden Sie sich sofort.',
    es: 'Un nuevo dispositivo ya puede responder por usted. Si no lo añadió usted, elimínelo y avísenos de inmediato.',
    ar: 'يمكن لجهاز جديد الآن الإجابة نيابةً عنك. إذا لم تُضفه أنت، فأزِله وأبلغنا فورًا.',
  }),
);

const FACTOR_CHANGED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'The way you sign in has changed. If you did not do this, tell us at once.',
    de: 'Ihre Anmeldung wurde geändert. Wenn Sie das nicht waren, melden Sie sich sofort.',
    es: 'Su forma de iniciar sesión ha cambiado. Si no lo hizo usted, avísenos de inmediato.',
    ar: 'تغيّرت طريقة تسجيل دخولك. إذا لم تفعل ذلك أنت، فأبلغنا فورًا.',
  }),
);

/** Events of an account that its devices get a push about. */
const ACCOUNT_HINTS = { newDevice: NEW_DEVICE, factorChanged: FACTOR_CHANGED } as const;
export type AccountHint = keyof typeof ACCOUNT_HINTS;

const sentenceIn = (sentences: ReadonlyMap<string, string>, language: string): string =>
  sentences.get(language.toLowerCase().split('-', 1)[0] ?? '') ?? sentences.get('en') ?? '';

export const generalHint = (language: string): string => sentenceIn(HINTS, language);
export const accountHint = (what: AccountHint, language: string): string => sentenceIn(ACCOUNT_HINTS[what], language);
