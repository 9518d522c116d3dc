import type { AccountNotice } from '../contract/account-notices.port.js';
import type { LetterText } from '../mail/letter.js';
import type { LetterLanguage } from '../mail/letter.words.js';

/** The texts of the mails that notify users of events. Every sentence must be grammatical for any name and gender. */
interface NoticeWords {
  readonly what: Readonly<Record<AccountNotice, (enterprise: string) => string>>;
  readonly when: (time: string) => string;
  readonly own: string;
  readonly notOwn: (enterprise: string) => string;
}

const en: NoticeWords = {
  what: {
    passkeyAdded: (enterprise) => `A passkey was added to your account with ${enterprise}`,
    passkeyRemoved: (enterprise) => `A passkey was removed from your account with ${enterprise}`,
    recoveryCodesMade: (enterprise) => `Recovery codes were created for your account with ${enterprise}`,
    recoveryCodesRemoved: (enterprise) => `The recovery codes of your account with ${enterprise} were removed`,
    recoveryCodeUsed: (enterprise) => `A recovery code was used to sign in to your account with ${enterprise}`,
    factorRecoveryReady: (enterprise) =>
      `The wait is over: sign in to your account with ${enterprise} in the same browser, and set up your new second step`,
    factorRecoveryStopped: (enterprise) =>
      `The replacement of the second step of your account with ${enterprise} was stopped`,
    secondFactorReplaced: (enterprise) => `The second step of your account with ${enterprise} was replaced`,
    totpAdded: (enterprise) => `An authenticator app was added to your account with ${enterprise}`,
    totpRemoved: (enterprise) => `The authenticator app of your account with ${enterprise} was removed`,
    passwordChanged: (enterprise) => `The password of your account with ${enterprise} was changed`,
    passwordRecovered: (enterprise) =>
      `A new way to sign in to your account with ${enterprise} was set, because somebody had forgotten the password`,
    signInsFailed: (enterprise) => `Somebody failed several times to sign in to your account with ${enterprise}`,
    contactChanged: (enterprise) => `${enterprise} changed the e-mail address or phone number of your account`,
    addressChanged: (enterprise) => `The e-mail address of your account with ${enterprise} was changed`,
    addressRestored: (enterprise) => `A change of the e-mail address of your account with ${enterprise} was undone`,
  },
  when: (time) => `This happened on ${time}.`,
  own: 'If you did this, or asked for it, you do not need to do anything.',
  notOwn: (enterprise) =>
    `If not, tell ${enterprise} at once. Use a phone number or an address that you already know, and do not answer this mail.`,
};

const es: NoticeWords = {
  what: {
    passkeyAdded: (enterprise) => `Se ha añadido una llave de acceso a su cuenta de ${enterprise}`,
    passkeyRemoved: (enterprise) => `Se ha eliminado una llave de acceso de su cuenta de ${enterprise}`,
    recoveryCodesMade: (enterprise) => `Se han creado códigos de recuperación para su cuenta de ${enterprise}`,
    recoveryCodesRemoved: (enterprise) => `Se han eliminado los códigos de recuperación de su cuenta de ${enterprise}`,
    recoveryCodeUsed: (enterprise) => `Se ha usado un código de recuperación para acceder a su cuenta de ${enterprise}`,
    factorRecoveryReady: (enterprise) =>
      `La espera ha terminado: acceda a su cuenta de ${enterprise} en el mismo navegador y configure su nuevo segundo paso`,
    factorRecoveryStopped: (enterprise) =>
      `Se ha detenido la sustitución del segundo paso de su cuenta de ${enterprise}`,
    secondFactorReplaced: (enterprise) => `Se ha sustituido el segundo paso de su cuenta de ${enterprise}`,
    totpAdded: (enterprise) => `Se ha añadido una app de autenticación a su cuenta de ${enterprise}`,
    totpRemoved: (enterprise) => `Se ha eliminado la app de autenticación de su cuenta de ${enterprise}`,
    passwordChanged: (enterprise) => `Se ha cambiado la contraseña de su cuenta de ${enterprise}`,
    passwordRecovered: (enterprise) =>
      `Se ha establecido una nueva forma de acceder a su cuenta de ${enterprise} porque alguien había olvidado la contraseña`,
    signInsFailed: (enterprise) => `Varios intentos de iniciar sesión en su cuenta de ${enterprise} han fallado`,
    contactChanged: (enterprise) =>
      `${enterprise} ha cambiado la dirección de correo o el número de teléfono de su cuenta`,
    addressChanged: (enterprise) => `Se ha cambiado la dirección de correo de su cuenta de ${enterprise}`,
    addressRestored: (enterprise) => `Se ha deshecho un cambio de la dirección de correo de su cuenta de ${enterprise}`,
  },
  when: (time) => `Ocurrió el ${time}.`,
  own: '¿Lo hizo o lo pidió usted? Entonces no tiene que hacer nada.',
  notOwn: (enterprise) =>
    `Si no es así, avise a ${enterprise} de inmediato. Use un número de teléfono o una dirección que ya conozca y no responda a este correo.`,
};

const de: NoticeWords = {
  what: {
    passkeyAdded: (enterprise) => `Zu Ihrem Konto bei ${enterprise} wurde ein Passkey hinzugefügt`,
    passkeyRemoved: (enterprise) => `Aus Ihrem Konto bei ${enterprise} wurde ein Passkey entfernt`,
    recoveryCodesMade: (enterprise) => `Für Ihr Konto bei ${enterprise} wurden Ersatzcodes erstellt`,
    recoveryCodesRemoved: (enterprise) => `Die Ersatzcodes Ihres Kontos bei ${enterprise} wurden entfernt`,
    recoveryCodeUsed: (enterprise) =>
      `Mit einem Ersatzcode wurde eine Anmeldung an Ihrem Konto bei ${enterprise} bestätigt`,
    factorRecoveryReady: (enterprise) =>
      `Die Wartezeit ist um: Melden Sie sich im selben Browser bei Ihrem Konto bei ${enterprise} an und richten Sie den neuen zweiten Schritt ein`,
    factorRecoveryStopped: (enterprise) =>
      `Der Ersatz des zweiten Schritts Ihres Kontos bei ${enterprise} wurde gestoppt`,
    secondFactorReplaced: (enterprise) => `Der zweite Schritt Ihres Kontos bei ${enterprise} wurde ersetzt`,
    totpAdded: (enterprise) => `Zu Ihrem Konto bei ${enterprise} wurde eine Authenticator-App hinzugefügt`,
    totpRemoved: (enterprise) => `Die Authenticator-App Ihres Kontos bei ${enterprise} wurde entfernt`,
    passwordChanged: (enterprise) => `Das Passwort Ihres Kontos bei ${enterprise} wurde geändert`,
    passwordRecovered: (enterprise) =>
      `Für Ihr Konto bei ${enterprise} wurde eine neue Anmeldung eingerichtet, weil jemand das Passwort vergessen hatte`,
    signInsFailed: (enterprise) => `Mehrere Anmeldungen an Ihrem Konto bei ${enterprise} sind fehlgeschlagen`,
    contactChanged: (enterprise) => `${enterprise} hat die E-Mail-Adresse oder Telefonnummer Ihres Kontos geändert`,
    addressChanged: (enterprise) => `Die E-Mail-Adresse Ihres Kontos bei ${enterprise} wurde geändert`,
    addressRestored: (enterprise) =>
      `Eine Änderung der E-Mail-Adresse Ihres Kontos bei ${enterprise} wurde rückgängig gemacht`,
  },
  when: (time) => `Das war am ${time}.`,
  own: 'Haben Sie das selbst getan oder darum gebeten? Dann ist nichts zu tun.',
  notOwn: (enterprise) =>
    `Wenn nicht, melden Sie sich sofort bei ${enterprise}. Nutzen Sie eine Telefonnummer oder Adresse, die Sie schon kennen, und antworten Sie nicht auf diese E-Mail.`,
};

const ar: NoticeWords = {
  what: {
    passkeyAdded: (enterprise) => `تمت إضافة مفتاح مرور إلى حسابك لدى ${enterprise}`,
    passkeyRemoved: (enterprise) => `تمت إزالة مفتاح مرور من حسابك لدى ${enterprise}`,
    recoveryCodesMade: (enterprise) => `أُنشئت رموز استرداد لحسابك لدى ${enterprise}`,
    recoveryCodesRemoved: (enterprise) => `أُزيلت رموز الاسترداد من حسابك لدى ${enterprise}`,
    recoveryCodeUsed: (enterprise) => `استُخدم رمز استرداد لتسجيل الدخول إلى حسابك لدى ${enterprise}`,
    factorRecoveryReady: (enterprise) =>
      `انتهت مدة الانتظار: سجّل الدخول إلى حسابك لدى ${enterprise} في المتصفح نفسه وأعدّ خطوتك الثانية الجديدة`,
    factorRecoveryStopped: (enterprise) => `أُوقف استبدال الخطوة الثانية لحسابك لدى ${enterprise}`,
    secondFactorReplaced: (enterprise) => `استُبدلت الخطوة الثانية لحسابك لدى ${enterprise}`,
    totpAdded: (enterprise) => `تمت إضافة تطبيق مصادقة إلى حسابك لدى ${enterprise}`,
    totpRemoved: (enterprise) => `تمت إزالة تطبيق المصادقة من حسابك لدى ${enterprise}`,
    passwordChanged: (enterprise) => `تم تغيير كلمة مرور حسابك لدى ${enterprise}`,
    passwordRecovered: (enterprise) =>
      `تم تعيين طريقة جديدة لتسجيل الدخول إلى حسابك لدى ${enterprise} لأن شخصًا ما نسي كلمة المرور`,
    signInsFailed: (enterprise) => `فشل شخص ما عدة مرات في تسجيل الدخول إلى حسابك لدى ${enterprise}`,
    contactChanged: (enterprise) => `تم تغيير عنوان البريد الإلكتروني أو رقم الهاتف لحسابك من قِبل ${enterprise}`,
    addressChanged: (enterprise) => `تغيّر عنوان البريد الإلكتروني لحسابك لدى ${enterprise}`,
    addressRestored: (enterprise) => `تم التراجع عن تغيير عنوان البريد الإلكتروني لحسابك لدى ${enterprise}`,
  },
  when: (time) => `حدث ذلك في ${time}.`,
  own: 'هل فعلت ذلك بنفسك أو طلبته؟ لا داعي إذن لفعل أي شيء.',
  notOwn: (enterprise) =>
    `إن لم يكن كذلك، فأبلِغ ${enterprise} فورًا. استخدم رقم هاتف أو عنوانًا تعرفه من قبل، ولا تردّ على هذه الرسالة.`,
};

const noticeWords: Readonly<Record<LetterLanguage, NoticeWords>> = { en, es, de, ar };

export function noticeLetter(language: LetterLanguage, notice: AccountNotice, at: Date): LetterText {
  const { what, when, own, notOwn } = noticeWords[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at);
  const subject = what[notice];
  return { subject, before: [(name) => `${subject(name)}.`, () => when(`${time} (UTC)`)], after: [() => own, notOwn] };
}
