import { type LetterLanguage, letterLanguage } from '../mail/letter.words.js';
import { type Letter, letter, type LetterFacts } from '../mail/letter.js';
import { CODE_DAYS, grouped } from './activation-code.js';

/** The texts of the activation mail. Every sentence must be grammatical for any name and gender. */
export interface ActivationWords {
  readonly subject: (enterprise: string) => string;
  readonly purpose: (enterprise: string) => string;
  readonly use: (enterprise: string, days: number) => string;
  readonly caution: (enterprise: string) => string;
  readonly unexpected: string;
}

const en: ActivationWords = {
  subject: (enterprise) => `Your activation code for ${enterprise}`,
  purpose: (enterprise) => `Your access to ${enterprise} is ready. This code activates it:`,
  use: (enterprise, days) =>
    `Enter it where ${enterprise} asks for your activation code. You can use it once, within ${days} days.`,
  caution: (enterprise) => `Do not share it. Nobody from ${enterprise} will ask you for it by phone or by message.`,
  unexpected: 'If you did not expect this message, ignore it. Nobody can use the code without your username.',
};

const es: ActivationWords = {
  subject: (enterprise) => `Su código de activación para ${enterprise}`,
  purpose: (enterprise) => `Su acceso a ${enterprise} está listo. Actívelo con este código:`,
  use: (enterprise, days) =>
    `Introdúzcalo donde ${enterprise} le pida el código de activación. Es válido durante ${days} días y para un solo uso.`,
  caution: (enterprise) => `No lo comparta: nadie de ${enterprise} se lo pedirá por teléfono ni por mensaje.`,
  unexpected:
    '¿No esperaba este mensaje? Entonces no tiene que hacer nada: sin su nombre de usuario, el código no sirve.',
};

const de: ActivationWords = {
  subject: (enterprise) => `Ihr Aktivierungscode für ${enterprise}`,
  purpose: (enterprise) => `Ihr Zugang zu ${enterprise} ist bereit. Mit diesem Code aktivieren Sie ihn:`,
  use: (enterprise, days) =>
    `Geben Sie ihn dort ein, wo ${enterprise} nach Ihrem Aktivierungscode fragt. Er gilt ${days} Tage und nur einmal.`,
  caution: (enterprise) =>
    `Behalten Sie ihn für sich: Niemand von ${enterprise} wird Sie am Telefon oder in einer Nachricht danach fragen.`,
  unexpected:
    'Sie haben diese Nachricht nicht erwartet? Dann ist nichts zu tun: Ohne Ihren Benutzernamen nützt der Code niemandem.',
};

const ar: ActivationWords = {
  subject: (enterprise) => `رمز التفعيل الخاص بك لخدمات ${enterprise}`,
  purpose: (enterprise) => `أصبح دخولك إلى خدمات ${enterprise} جاهزًا. هذا هو رمز تفعيله:`,
  use: (enterprise, days) =>
    `أدخِل الرمز عندما يُطلب منك رمز التفعيل في خدمات ${enterprise}. الرمز صالح لمدة ${days} أيام ولمرة واحدة فقط.`,
  caution: (enterprise) => `لا تُطلِع أحدًا عليه: لن يطلبه منك أي موظف لدى ${enterprise} عبر الهاتف أو الرسائل.`,
  unexpected: 'ألم تكن تتوقع هذه الرسالة؟ لا داعي إذن لفعل أي شيء: لا فائدة من الرمز دون اسم المستخدم الخاص بك.',
};

/** The texts of the activation mail in each supported language. */
export const activationWords: Readonly<Record<LetterLanguage, ActivationWords>> = { en, es, de, ar };

export interface ActivationFacts extends Omit<LetterFacts, 'language'> {
  readonly code: string;
  /** The user's language as a BCP 47 tag. */
  readonly language: string;
}

export function activationMail({ code, language: tag, ...facts }: ActivationFacts): Letter {
  const language = letterLanguage(tag);
  const { subject, purpose, use, caution, unexpected } = activationWords[language];
  const after = [(enterprise: string) => use(enterprise, CODE_DAYS), caution, () => unexpected];
  return letter({ language, ...facts }, { subject, before: [purpose], code: grouped(code), after });
}
