import type { DeliveryStatus } from '../notification/notification-status.js';
import type { PushMessage } from '../requests/notification-request.js';

/** The result of the push to one device. `gone` means that the device can no longer receive pushes. */
export const pushOutcomes = ['waiting', 'taken', 'gone', 'failed'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

/** The results of pushes, by device id. */
export type Pushes = Readonly<Record<string, PushOutcome>>;

/**
 * The delivery status shown to enterprises: whether the push was accepted for all devices, some or none. It remains
 * NONE while pushes are waiting and none has been accepted.
 */
export function deliveryStatusOf(pushes: Pushes): DeliveryStatus {
  const outcomes = Object.values(pushes);
  const taken = outcomes.filter((outcome) => outcome === 'taken').length;
  if (outcomes.length > 0 && taken === outcomes.length) return 'NOTIFIED';
  if (taken > 0) return 'PARTIALLY_NOTIFIED';
  return outcomes.length === 0 || outcomes.includes('waiting') ? 'NONE' : 'FAILED_TO_NOTIFY';
}

/**
 * Maximum size in bytes of the subject and message as JSON. Push services accept 4,096 bytes for the whole push, which
 * for Web Push includes 103 bytes for the encryption.
 */
const MOST_TEXT_BYTES = 3_800;

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text).slice(1, -1));

/** Shortens the message if the push would otherwise be too long for push services. */
export function cutToFit({ subject, message }: PushMessage): PushMessage {
  let room = MOST_TEXT_BYTES - bytesOf(subject);
  if (bytesOf(message) <= room) return { subject, message };
  room -= bytesOf('…');
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(message)) {
    room -= bytesOf(segment);
    if (room < 0) break;
    cut += segment;
  }
  return { subject, message: `${cut}…` };
}

/**
 * The default text of a push, used if the enterprise provides none. Because it may appear on a locked screen, it
 * reveals nothing about the notification.
 */
const HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'There is something for you to answer.',
    de: 'Es wartet etwas auf Ihre Antwort.',
    es: 'Hay algo pendiente de su respuesta.',
    ar: 'هناك طلب بانتظار إجابتك.',
  }),
);

/**
 * The text of a push about a new device. It does not contain the name of the device, because an attacker may have
 * chosen that name, and locked screens show the text.
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

/** The kinds of account events about which the user's devices get a push, with the texts. */
const ACCOUNT_HINTS = { newDevice: NEW_DEVICE, factorChanged: FACTOR_CHANGED } as const;
export type AccountHint = keyof typeof ACCOUNT_HINTS;

const sentenceIn = (sentences: ReadonlyMap<string, string>, language: string): string =>
  sentences.get(language.toLowerCase().split('-', 1)[0] ?? '') ?? sentences.get('en') ?? '';

export const generalHint = (language: string): string => sentenceIn(HINTS, language);
export const accountHint = (what: AccountHint, language: string): string => sentenceIn(ACCOUNT_HINTS[what], language);
