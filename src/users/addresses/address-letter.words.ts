import type { LetterText } from '../mail/letter.js';
import type { LetterLanguage } from '../mail/letter.words.js';
import { CONFIRM_MINUTES, UNDO_DAYS } from './address-change-state.js';

/**
 * The texts of the mails with the codes that confirm or undo a change of address. Every sentence must be grammatical
 * for any name and gender.
 */
interface AddressWords {
  readonly confirmSubject: (enterprise: string) => string;
  readonly confirm: (enterprise: string) => string;
  readonly confirmUse: (minutes: number) => string;
  readonly confirmElse: string;
  readonly undoSubject: (enterprise: string) => string;
  readonly undo: (enterprise: string) => string;
  readonly undoIfNot: string;
  readonly undoUse: (enterprise: string, days: number) => string;
  readonly caution: (enterprise: string) => string;
}

const en: AddressWords = {
  confirmSubject: (enterprise) => `Your code to confirm this address with ${enterprise}`,
  confirm: (enterprise) =>
    `Somebody entered this e-mail address for an account with ${enterprise}. This is the code to confirm it:`,
  confirmUse: (minutes) => `Enter it on the page where you asked for it. It works once, and for ${minutes} minutes.`,
  confirmElse: 'If you did not ask for it, do nothing. The address is not used without the code.',
  undoSubject: (enterprise) => `The e-mail address of your account with ${enterprise} was changed`,
  undo: (enterprise) => `The e-mail address of your account with ${enterprise} was changed to another one.`,
  undoIfNot: 'If you did this, or asked for it, you do not need to do anything. If not, undo it with this code:',
  undoUse: (enterprise, days) =>
    `On the page with your security settings at ${enterprise}, choose “Undo a change of address” and enter the code. It works for ${days} days, and signs everybody out. Then choose a new password.`,
  caution: (enterprise) => `Keep the code to yourself: nobody from ${enterprise} will ever ask you for it.`,
};

const es: AddressWords = {
  confirmSubject: (enterprise) => `Su código para confirmar esta dirección en ${enterprise}`,
  confirm: (enterprise) =>
    `Alguien ha indicado esta dirección de correo para una cuenta de ${enterprise}. Este es el código para confirmarla:`,
  confirmUse: (minutes) =>
    `Introdúzcalo en la página en la que lo pidió. Sirve una sola vez y durante ${minutes} minutos.`,
  confirmElse: '¿No lo ha pedido usted? No haga nada: sin el código, la dirección no se utiliza.',
  undoSubject: (enterprise) => `Se ha cambiado la dirección de correo de su cuenta de ${enterprise}`,
  undo: (enterprise) => `La dirección de correo de su cuenta de ${enterprise} se ha cambiado por otra.`,
  undoIfNot: '¿Lo hizo o lo pidió usted? Entonces no tiene que hacer nada. Si no es así, deshágalo con este código:',
  undoUse: (enterprise, days) =>
    `En la página de seguridad de ${enterprise}, elija «Deshacer un cambio de dirección» e introduzca el código. Sirve durante ${days} días y cierra todas las sesiones. Después, elija una contraseña nueva.`,
  caution: (enterprise) => `No comparta el código: nadie de ${enterprise} se lo pedirá nunca.`,
};

const de: AddressWords = {
  confirmSubject: (enterprise) => `Ihr Code zum Bestätigen dieser Adresse bei ${enterprise}`,
  confirm: (enterprise) =>
    `Jemand hat diese E-Mail-Adresse für ein Konto bei ${enterprise} eingegeben. Mit diesem Code wird sie bestätigt:`,
  confirmUse: (minutes) =>
    `Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben. Er gilt einmal und ${minutes} Minuten lang.`,
  confirmElse:
    'Sie haben ihn nicht angefordert? Dann ist nichts zu tun: Ohne den Code wird die Adresse nicht verwendet.',
  undoSubject: (enterprise) => `Die E-Mail-Adresse Ihres Kontos bei ${enterprise} wurde geändert`,
  undo: (enterprise) => `Für Ihr Konto bei ${enterprise} gilt jetzt eine andere E-Mail-Adresse.`,
  undoIfNot:
    'Haben Sie das selbst getan oder darum gebeten? Dann ist nichts zu tun. Wenn nicht, machen Sie es mit diesem Code rückgängig:',
  undoUse: (enterprise, days) =>
    `Wählen Sie auf der Seite mit Ihren Sicherheitseinstellungen bei ${enterprise} „Adressänderung rückgängig machen“ und geben Sie den Code ein. Er gilt ${days} Tage lang. Wenn Sie ihn eingeben, werden alle abgemeldet. Wählen Sie danach ein neues Passwort.`,
  caution: (enterprise) => `Behalten Sie den Code für sich: Niemand von ${enterprise} wird Sie jemals danach fragen.`,
};

const ar: AddressWords = {
  confirmSubject: (enterprise) => `رمزك لتأكيد هذا العنوان لدى ${enterprise}`,
  confirm: (enterprise) => `أدخل شخص ما عنوان البريد الإلكتروني هذا لحساب لدى ${enterprise}. هذا هو رمز تأكيده:`,
  confirmUse: (minutes) => `أدخِله في الصفحة التي طلبته منها. يعمل الرمز مرة واحدة فقط ولمدة ${minutes} دقيقة.`,
  confirmElse: 'ألم تطلبه أنت؟ لا تفعل شيئًا إذن: لا يُستخدم العنوان من دون الرمز.',
  undoSubject: (enterprise) => `تغيّر عنوان البريد الإلكتروني لحسابك لدى ${enterprise}`,
  undo: (enterprise) => `استُبدل عنوان البريد الإلكتروني لحسابك لدى ${enterprise} بعنوان آخر.`,
  undoIfNot: 'هل فعلت ذلك بنفسك أو طلبته؟ لا داعي إذن لفعل أي شيء. إن لم يكن كذلك، فتراجع عنه بهذا الرمز:',
  undoUse: (enterprise, days) =>
    `في صفحة إعدادات الأمان لدى ${enterprise}، اختر «التراجع عن تغيير العنوان» وأدخِل الرمز. يعمل لمدة ${days} أيام، ويُنهي جميع الجلسات. ثم اختر كلمة مرور جديدة.`,
  caution: (enterprise) => `لا تُطلِع أحدًا على الرمز: لن يطلبه منك أي موظف لدى ${enterprise} أبدًا.`,
};

const addressWords: Readonly<Record<LetterLanguage, AddressWords>> = { en, es, de, ar };

export function confirmLetter(language: LetterLanguage): LetterText {
  const { confirmSubject, confirm, confirmUse, confirmElse, caution } = addressWords[language];
  return {
    subject: confirmSubject,
    before: [confirm],
    after: [() => confirmUse(CONFIRM_MINUTES), caution, () => confirmElse],
  };
}

/**
 * Creates the mail with the code that undoes a change. It does not show the new address, which may belong to another
 * person.
 */
export function undoLetter(language: LetterLanguage): LetterText {
  const { undoSubject, undo, undoIfNot, undoUse, caution } = addressWords[language];
  return {
    subject: undoSubject,
    before: [undo, () => undoIfNot],
    after: [(enterprise) => undoUse(enterprise, UNDO_DAYS), caution],
  };
}
