import type { LetterLanguage } from '../mail/letter.words.js';

export const CODE_MINUTES = 15;

/**
 * The texts of the mail with the code for a new password. Every sentence must be grammatical for any name and gender.
 */
interface CodeWords {
  readonly subject: (enterprise: string) => string;
  readonly purpose: (enterprise: string) => string;
  readonly use: (minutes: number) => string;
  readonly caution: (enterprise: string) => string;
  readonly unexpected: (enterprise: string) => string;
}

const en: CodeWords = {
  subject: (enterprise) => `Your code for a new password with ${enterprise}`,
  purpose: (enterprise) => `Somebody asked for a new password for your account with ${enterprise}. This is the code:`,
  use: (minutes) => `Enter it in the browser where you asked for it. You can use it once, within ${minutes} minutes.`,
  caution: (enterprise) => `Do not share it. Nobody from ${enterprise} will ever ask you for it.`,
  unexpected: (enterprise) =>
    `If you did not ask for it, do not enter it anywhere. Your password does not change. If it happens again, tell ${enterprise}.`,
};

const es: CodeWords = {
  subject: (enterprise) => `Su código para una nueva contraseña de ${enterprise}`,
  purpose: (enterprise) => `Alguien ha pedido una nueva contraseña para su cuenta de ${enterprise}. Este es el código:`,
  use: (minutes) => `Introdúzcalo en el navegador en el que lo pidió. Sirve una sola vez y durante ${minutes} minutos.`,
  caution: (enterprise) => `No lo comparta: nadie de ${enterprise} se lo pedirá nunca.`,
  unexpected: (enterprise) =>
    `¿No lo ha pedido usted? No lo introduzca en ningún sitio; su contraseña no cambia. Si vuelve a ocurrir, avise a ${enterprise}.`,
};

const de: CodeWords = {
  subject: (enterprise) => `Ihr Code für ein neues Passwort bei ${enterprise}`,
  purpose: (enterprise) =>
    `Jemand hat ein neues Passwort für Ihr Konto bei ${enterprise} angefordert. Das ist der Code:`,
  use: (minutes) =>
    `Geben Sie ihn in dem Browser ein, in dem Sie ihn angefordert haben. Er gilt einmal und ${minutes} Minuten lang.`,
  caution: (enterprise) => `Behalten Sie ihn für sich: Niemand von ${enterprise} wird Sie jemals danach fragen.`,
  unexpected: (enterprise) =>
    `Sie haben ihn nicht angefordert? Dann geben Sie ihn nirgends ein; Ihr Passwort bleibt, wie es ist. Wenn es wieder vorkommt, melden Sie es ${enterprise}.`,
};

const ar: CodeWords = {
  subject: (enterprise) => `رمزك لتعيين كلمة مرور جديدة لدى ${enterprise}`,
  purpose: (enterprise) => `طلب شخص ما كلمة مرور جديدة لحسابك لدى ${enterprise}. هذا هو الرمز:`,
  use: (minutes) => `أدخِله في المتصفح الذي طلبته منه. يعمل الرمز مرة واحدة فقط ولمدة ${minutes} دقيقة.`,
  caution: (enterprise) => `لا تُطلِع أحدًا عليه: لن يطلبه منك أي موظف لدى ${enterprise} أبدًا.`,
  unexpected: (enterprise) =>
    `ألم تطلبه أنت؟ لا تُدخِله إذن في أي مكان، فكلمة مرورك تبقى كما هي. وإن تكرر ذلك، فأبلِغ ${enterprise}.`,
};

/** The texts of the mail in each supported language. */
export const codeWords: Readonly<Record<LetterLanguage, CodeWords>> = { en, es, de, ar };
