import type { ApprovalText } from '../../contract/index.js';
import type { SessionOrigin } from '../../sessions/session-origins.service.js';

/** The English label of the button for users who did not start the sign-in. */
export const notMeLabel = 'It wasn’t me';

/** The English label of the action for typing the number. */
export const typeLabel = 'Enter the number';

export interface AskedSignIn {
  readonly brand: string;
  readonly client: { readonly clientName: string };
  readonly origin: SessionOrigin;
  readonly recovers?: boolean;
  readonly newPhone?: AddedPhone;
  /** Whether the user types the number on the phone. */
  readonly types: boolean;
}

/** A phone that the user wants to add. */
export interface AddedPhone {
  readonly name: string;
  readonly platform: 'web' | 'ios' | 'android';
}

const PLATFORMS = { web: 'Web', ios: 'iOS', android: 'Android' } as const;

/** Texts shown on the phone. They are signed together with the user's choice. */
interface ApprovalWords {
  readonly ask: string;
  readonly intro: (brand: string) => string;
  readonly recoverAsk: string;
  readonly recoverIntro: (brand: string) => string;
  readonly phoneAsk: string;
  readonly phoneIntro: (brand: string) => string;
  readonly phone: string;
  readonly application: string;
  readonly place: string;
  readonly browser: string;
  readonly unknown: string;
  readonly on: (browser: string, system: string) => string;
  readonly which: string;
  readonly whichPhone: string;
  readonly whichToType: string;
  readonly type: string;
  readonly notMe: string;
}

const words: Readonly<Record<'en' | 'es' | 'de' | 'ar', ApprovalWords>> = {
  en: {
    ask: 'Are you signing in?',
    intro: (brand) => `Somebody is signing in to your account with ${brand}.`,
    recoverAsk: 'Have you forgotten your password?',
    recoverIntro: (brand) => `Somebody is asking for a new password for your account with ${brand}.`,
    phoneAsk: 'Are you adding a phone?',
    phoneIntro: (brand) =>
      `Somebody wants to add a phone to your account with ${brand}. It could then approve in your name.`,
    phone: 'New phone',
    application: 'Application',
    place: 'Place',
    browser: 'Browser',
    unknown: 'unknown',
    on: (browser, system) => `${browser} on ${system}`,
    whichToType: 'If it is you, enter the number that the page shows. If not, choose “It wasn’t me”.',
    type: typeLabel,
    which: 'If it is you, choose the number that the page shows. If not, choose “It wasn’t me”.',
    whichPhone: 'If it is you, choose the number that the new phone shows. If not, choose “It wasn’t me”.',
    notMe: notMeLabel,
  },
  es: {
    ask: '¿Está iniciando sesión?',
    intro: (brand) => `Alguien está iniciando sesión en su cuenta de ${brand}.`,
    recoverAsk: '¿Ha olvidado su contraseña?',
    recoverIntro: (brand) => `Alguien pide una nueva contraseña para su cuenta de ${brand}.`,
    phoneAsk: '¿Está añadiendo un teléfono?',
    phoneIntro: (brand) =>
      `Alguien quiere añadir un teléfono a su cuenta de ${brand}. Ese teléfono podría entonces aprobar en su nombre.`,
    phone: 'Teléfono nuevo',
    application: 'Aplicación',
    place: 'Lugar',
    browser: 'Navegador',
    unknown: 'desconocido',
    on: (browser, system) => `${browser} en ${system}`,
    whichToType: '¿Es usted? Introduzca el número que muestra la página. Si no, elija «No fui yo».',
    type: 'Introducir el número',
    which: '¿Es usted? Elija el número que muestra la página. Si no, elija «No fui yo».',
    whichPhone: '¿Es usted? Elija el número que muestra el teléfono nuevo. Si no, elija «No fui yo».',
    notMe: 'No fui yo',
  },
  de: {
    ask: 'Melden Sie sich gerade an?',
    intro: (brand) => `Jemand meldet sich bei Ihrem Konto bei ${brand} an.`,
    recoverAsk: 'Haben Sie Ihr Passwort vergessen?',
    recoverIntro: (brand) => `Jemand fordert ein neues Passwort für Ihr Konto bei ${brand} an.`,
    phoneAsk: 'Fügen Sie gerade ein Telefon hinzu?',
    phoneIntro: (brand) =>
      `Jemand will Ihrem Konto bei ${brand} ein Telefon hinzufügen. Es könnte dann in Ihrem Namen Freigaben erteilen.`,
    phone: 'Neues Telefon',
    application: 'Anwendung',
    place: 'Ort',
    browser: 'Browser',
    unknown: 'unbekannt',
    on: (browser, system) => `${browser} auf ${system}`,
    whichToType:
      'Sind Sie es? Dann geben Sie die Zahl ein, die die Seite zeigt. Wenn nicht, wählen Sie „Das war ich nicht“.',
    type: 'Zahl eingeben',
    which: 'Sind Sie es? Dann wählen Sie die Zahl, die die Seite zeigt. Wenn nicht, wählen Sie „Das war ich nicht“.',
    whichPhone:
      'Sind Sie es? Dann wählen Sie die Zahl, die das neue Telefon zeigt. Wenn nicht, wählen Sie „Das war ich nicht“.',
    notMe: 'Das war ich nicht',
  },
  ar: {
    ask: 'هل تسجّل الدخول الآن؟',
    intro: (brand) => `يحاول شخص ما تسجيل الدخول إلى حسابك لدى ${brand}.`,
    recoverAsk: 'هل نسيت كلمة المرور؟',
    recoverIntro: (brand) => `يطلب شخص ما كلمة مرور جديدة لحسابك لدى ${brand}.`,
    phoneAsk: 'هل تضيف هاتفًا الآن؟',
    phoneIntro: (brand) => `يريد شخص ما إضافة هاتف إلى حسابك لدى ${brand}. وسيتمكن هذا الهاتف بعدها من الموافقة باسمك.`,
    phone: 'الهاتف الجديد',
    application: 'التطبيق',
    place: 'المكان',
    browser: 'المتصفح',
    unknown: 'غير معروف',
    on: (browser, system) => `${browser} على ${system}`,
    whichToType: 'هل هذا أنت؟ إذن أدخِل الرقم الذي تعرضه الصفحة. وإلا فاختر «لم أكن أنا».',
    type: 'إدخال الرقم',
    which: 'هل هذا أنت؟ إذن اختر الرقم الذي تعرضه الصفحة. وإلا فاختر «لم أكن أنا».',
    whichPhone: 'هل هذا أنت؟ إذن اختر الرقم الذي يعرضه الهاتف الجديد. وإلا فاختر «لم أكن أنا».',
    notMe: 'لم أكن أنا',
  },
};

/**
 * Removes line breaks and limits the length, because otherwise a client's name could imitate another line of the text.
 */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100);

type Spoken = keyof typeof words;

/** The label of "It wasn't me", by language. */
export const notMeLabels = Object.fromEntries(
  Object.entries(words).map(([lng, { notMe }]) => [lng, notMe]),
) as Readonly<Record<Spoken, string>>;

/** The known details of a sign-in, one per line. */
export function factsOfSignIn(lng: Spoken, clientName: string, origin: SessionOrigin): string[] {
  const said = words[lng];
  const { browser, system, network, country } = origin;
  const region = country === undefined ? undefined : new Intl.DisplayNames(lng, { type: 'region' }).of(country);
  const place = [region, network].filter(Boolean).join(', ') || said.unknown;
  const from = browser !== undefined && system !== undefined ? said.on(browser, system) : (browser ?? system);
  return [
    [said.application, inOneLine(clientName)],
    [said.place, place],
    [said.browser, from ?? said.unknown],
  ].map((fact) => fact.join(': '));
}

export const textsOf = ({ brand, client, origin, recovers, newPhone, types }: AskedSignIn): ApprovalText[] =>
  (Object.keys(words) as Spoken[]).map((lng) => {
    const said = words[lng];
    const added = newPhone && `${said.phone}: ${inOneLine(newPhone.name)} (${PLATFORMS[newPhone.platform]})`;
    const facts = [...(added ? [added] : []), ...factsOfSignIn(lng, client.clientName, origin)];
    const [subject, intro] = newPhone
      ? [said.phoneAsk, said.phoneIntro]
      : recovers
        ? [said.recoverAsk, said.recoverIntro]
        : [said.ask, said.intro];
    const which = newPhone ? said.whichPhone : types ? said.whichToType : said.which;
    const message = [intro(inOneLine(brand)), facts.join('\n'), which].join('\n\n');
    return { lng, subject, message, label: { ...(types && { [typeLabel]: said.type }), [notMeLabel]: said.notMe } };
  });
