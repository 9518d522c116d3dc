import type { LetterText } from '../mail/letter.js';
import type { LetterLanguage } from '../mail/letter.words.js';

/**
 * The texts of the mail that announces the replacement of a second factor. Every sentence must be grammatical for any
 * name and gender.
 */
interface ReplacementWords {
  readonly subject: (enterprise: string) => string;
  readonly what: (enterprise: string) => string;
  readonly when: (time: string) => string;
  readonly own: string;
  readonly stop: (enterprise: string) => string;
  readonly then: string;
}

const replacementWords: Readonly<Record<LetterLanguage, ReplacementWords>> = {
  en: {
    subject: (enterprise) => `The second step of your account with ${enterprise} will be replaced`,
    what: (enterprise) =>
      `Somebody who knows your password said that the second step of your account with ${enterprise} is lost, and passed a check of your identity.`,
    when: (time) => `A new second step can be set up from ${time} on.`,
    own: 'If it was you, you do not need to do anything. If not, stop it with this code:',
    stop: (enterprise) =>
      `On the page with your security settings at ${enterprise}, choose “Stop a replacement” and enter the code.`,
    then: 'Then change your password at once: somebody knows it.',
  },
  es: {
    subject: (enterprise) => `Se sustituirá el segundo paso de su cuenta de ${enterprise}`,
    what: (enterprise) =>
      `Alguien que conoce su contraseña ha dicho que se ha perdido el segundo paso de su cuenta de ${enterprise} y ha superado una comprobación de su identidad.`,
    when: (time) => `Se podrá configurar un segundo paso nuevo a partir del ${time}.`,
    own: '¿Fue usted? Entonces no tiene que hacer nada. Si no, deténgalo con este código:',
    stop: (enterprise) =>
      `En la página de seguridad de ${enterprise}, elija «Detener una sustitución» e introduzca el código.`,
    then: 'Después cambie su contraseña de inmediato: alguien la conoce.',
  },
  de: {
    subject: (enterprise) => `Der zweite Schritt Ihres Kontos bei ${enterprise} wird ersetzt`,
    what: (enterprise) =>
      `Jemand, der Ihr Passwort kennt, hat den zweiten Schritt Ihres Kontos bei ${enterprise} als verloren gemeldet und eine Prüfung Ihrer Identität bestanden.`,
    when: (time) => `Ein neuer zweiter Schritt kann ab ${time} eingerichtet werden.`,
    own: 'Waren Sie es? Dann ist nichts zu tun. Wenn nicht, stoppen Sie es mit diesem Code:',
    stop: (enterprise) =>
      `Wählen Sie auf der Seite mit Ihren Sicherheitseinstellungen bei ${enterprise} „Ersatz stoppen“ und geben Sie den Code ein.`,
    then: 'Ändern Sie danach sofort Ihr Passwort: Jemand kennt es.',
  },
  ar: {
    subject: (enterprise) => `ستُستبدل الخطوة الثانية لحسابك لدى ${enterprise}`,
    what: (enterprise) =>
      `أبلغ شخص يعرف كلمة مرورك عن فقدان الخطوة الثانية لحسابك لدى ${enterprise} واجتاز التحقق من هويتك.`,
    when: (time) => `يمكن إعداد خطوة ثانية جديدة ابتداءً من ${time}.`,
    own: 'هل فعلت ذلك بنفسك؟ لا داعي إذن لفعل أي شيء. إن لم يكن كذلك، فأوقفه بهذا الرمز:',
    stop: (enterprise) => `في صفحة إعدادات الأمان لدى ${enterprise}، اختر «إيقاف الاستبدال» وأدخِل الرمز.`,
    then: 'ثم غيّر كلمة مرورك فورًا: هناك من يعرفها.',
  },
};

export function replacementLetter(
  language: LetterLanguage,
  { code, readyAt }: { readonly code: string; readonly readyAt: Date },
): LetterText {
  const { subject, what, when, own, stop, then } = replacementWords[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    subject,
    before: [what, () => when(`${time.format(readyAt)} (UTC)`), () => own],
    code,
    after: [stop, () => then],
  };
}
