/** The texts of the activation mail. A sentence must be correct for any name and gender. */
export interface ActivationWords {
  readonly direction: 'ltr' | 'rtl';
  readonly subject: (enterprise: string) => string;
  readonly greeting: (name: string | undefined) => string;
  readonly purpose: (enterprise: string) => string;
  readonly use: (enterprise: string, days: number) => string;
  readonly caution: (enterprise: string) => string;
  readonly unexpected: string;
  readonly sender: (brand: string) => string;
  readonly senderFor: (brand: string, enterprise: string) => string;
}

const en: ActivationWords = {
  direction: 'ltr',
  subject: (enterprise) => `Your activation code for ${enterprise}`,
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  purpose: (enterprise) => `Your access to ${enterprise} is ready. This code activates it:`,
  use: (enterprise, days) =>
    `Enter it where ${enterprise} asks for your activation code. It is good for ${days} days and works once.`,
  caution: (enterprise) => `Keep it to yourself: nobody from ${enterprise} will ask you for it by phone or by message.`,
  unexpected:
    'You did not expect this message? Then there is nothing to do: without your user name the code is useless.',
  sender: (brand) => `Sent by ${brand}.`,
  senderFor: (brand, enterprise) => `Sent by ${brand} on behalf of ${enterprise}.`,
};

const es: ActivationWords = {
  direction: 'ltr',
  subject: (enterprise) => `Su código de activación para ${enterprise}`,
  greeting: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
  purpose: (enterprise) => `Su acceso a ${enterprise} está listo. Actívelo con este código:`,
  use: (enterprise, days) =>
    `Introdúzcalo donde ${enterprise} le pida el código de activación. Es válido durante ${days} días y para un solo uso.`,
  caution: (enterprise) => `No lo comparta: nadie de ${enterprise} se lo pedirá por teléfono ni por mensaje.`,
  unexpected:
    '¿No esperaba este mensaje? Entonces no tiene que hacer nada: sin su nombre de usuario, el código no sirve.',
  sender: (brand) => `Enviado por ${brand}.`,
  senderFor: (brand, enterprise) => `Enviado por ${brand} en nombre de ${enterprise}.`,
};

const de: ActivationWords = {
  direction: 'ltr',
  subject: (enterprise) => `Ihr Aktivierungscode für ${enterprise}`,
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  purpose: (enterprise) => `Ihr Zugang zu ${enterprise} ist bereit. Mit diesem Code aktivieren Sie ihn:`,
  use: (enterprise, days) =>
    `Geben Sie ihn dort ein, wo ${enterprise} nach Ihrem Aktivierungscode fragt. Er gilt ${days} Tage und nur einmal.`,
  caution: (enterprise) =>
    `Behalten Sie ihn für sich: Niemand von ${enterprise} wird Sie am Telefon oder in einer Nachricht danach fragen.`,
  unexpected:
    'Sie haben diese Nachricht nicht erwartet? Dann ist nichts zu tun: Ohne Ihren Benutzernamen nützt der Code niemandem.',
  sender: (brand) => `Gesendet von ${brand}.`,
  senderFor: (brand, enterprise) => `Gesendet von ${brand} im Auftrag von ${enterprise}.`,
};

const ar: ActivationWords = {
  direction: 'rtl',
  subject: (enterprise) => `رمز التفعيل الخاص بك لخدمات ${enterprise}`,
  greeting: (name) => (name === undefined ? 'مرحبًا،' : `مرحبًا ${name}،`),
  purpose: (enterprise) => `أصبح دخولك إلى خدمات ${enterprise} جاهزًا. هذا هو رمز تفعيله:`,
  use: (enterprise, days) =>
    `أدخِل الرمز عندما يُطلب منك رمز التفعيل في خدمات ${enterprise}. الرمز صالح لمدة ${days} أيام ولمرة واحدة فقط.`,
  caution: (enterprise) => `لا تُطلِع أحدًا عليه: لن يطلبه منك أي موظف لدى ${enterprise} عبر الهاتف أو الرسائل.`,
  unexpected: 'ألم تكن تتوقع هذه الرسالة؟ لا داعي إذن لفعل أي شيء: لا فائدة من الرمز دون اسم المستخدم الخاص بك.',
  sender: (brand) => `أُرسلت هذه الرسالة من ${brand}.`,
  senderFor: (brand, enterprise) => `أُرسلت هذه الرسالة عبر ${brand} نيابةً عن ${enterprise}.`,
};

const languages: ReadonlyMap<string, ActivationWords> = new Map(Object.entries({ en, es, de, ar }));

/** The words for a BCP 47 tag, by its language alone, and the tag of what they are in. */
export function activationWords(tag: string): { readonly language: string; readonly words: ActivationWords } {
  const [language = ''] = tag.toLowerCase().split('-');
  const words = languages.get(language);
  return words ? { language, words } : { language: 'en', words: en };
}
