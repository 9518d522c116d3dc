import type { ApprovalText } from '../../contract/index.js';
import type { SessionOrigin } from '../../sessions/session-origins.service.js';

/** The label of the action by which the user says that somebody else is signing in. */
export const notMeLabel = 'It wasn’t me';

export interface AskedSignIn {
  readonly brand: string;
  readonly client: { readonly clientName: string };
  readonly origin: SessionOrigin;
  readonly recovers?: boolean;
}

/** The words on the phone. What the user chooses is signed together with them. */
interface ApprovalWords {
  readonly ask: string;
  readonly intro: (brand: string) => string;
  readonly recoverAsk: string;
  readonly recoverIntro: (brand: string) => string;
  readonly application: string;
  readonly place: string;
  readonly browser: string;
  readonly unknown: string;
  readonly on: (browser: string, system: string) => string;
  readonly which: string;
  readonly notMe: string;
}

const words: Readonly<Record<'en' | 'es' | 'de' | 'ar', ApprovalWords>> = {
  en: {
    ask: 'Are you signing in?',
    intro: (brand) => `Somebody is signing in to your account with ${brand}.`,
    recoverAsk: 'Have you forgotten your password?',
    recoverIntro: (brand) => `Somebody asks for a new password for your account with ${brand}.`,
    application: 'Application',
    place: 'Place',
    browser: 'Browser',
    unknown: 'unknown',
    on: (browser, system) => `${browser} on ${system}`,
    which: 'Is it you? Then choose the number that the page shows. If not, choose “It wasn’t me”.',
    notMe: notMeLabel,
  },
  es: {
    ask: '¿Está iniciando sesión?',
    intro: (brand) => `Alguien está iniciando sesión en su cuenta de ${brand}.`,
    recoverAsk: '¿Ha olvidado su contraseña?',
    recoverIntro: (brand) => `Alguien pide una nueva contraseña para su cuenta de ${brand}.`,
    application: 'Aplicación',
    place: 'Lugar',
    browser: 'Navegador',
    unknown: 'desconocido',
    on: (browser, system) => `${browser} en ${system}`,
    which: '¿Es usted? Elija el número que muestra la página. Si no, elija «No fui yo».',
    notMe: 'No fui yo',
  },
  de: {
    ask: 'Melden Sie sich gerade an?',
    intro: (brand) => `Jemand meldet sich bei Ihrem Konto bei ${brand} an.`,
    recoverAsk: 'Haben Sie Ihr Passwort vergessen?',
    recoverIntro: (brand) => `Jemand verlangt ein neues Passwort für Ihr Konto bei ${brand}.`,
    application: 'Anwendung',
    place: 'Ort',
    browser: 'Browser',
    unknown: 'unbekannt',
    on: (browser, system) => `${browser} auf ${system}`,
    which: 'Sind Sie es? Dann wählen Sie die Zahl, die die Seite zeigt. Wenn nicht, wählen Sie „Das war ich nicht“.',
    notMe: 'Das war ich nicht',
  },
  ar: {
    ask: 'هل تسجّل الدخول الآن؟',
    intro: (brand) => `يحاول شخص ما تسجيل الدخول إلى حسابك لدى ${brand}.`,
    recoverAsk: 'هل نسيت كلمة المرور؟',
    recoverIntro: (brand) => `يطلب شخص ما كلمة مرور جديدة لحسابك لدى ${brand}.`,
    application: 'التطبيق',
    place: 'المكان',
    browser: 'المتصفح',
    unknown: 'غير معروف',
    on: (browser, system) => `${browser} على ${system}`,
    which: 'هل هذا أنت؟ إذن اختر الرقم الذي تعرضه الصفحة. وإلا فاختر «لم أكن أنا».',
    notMe: 'لم أكن أنا',
  },
};

/** A name could pretend to be another line of the text. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100);

type Spoken = keyof typeof words;

/** The label of "It wasn't me", by language. */
export const notMeLabels = Object.fromEntries(
  Object.entries(words).map(([lng, { notMe }]) => [lng, notMe]),
) as Readonly<Record<Spoken, string>>;

/** Tells what is known of a sign-in, a line each. */
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

export const textsOf = ({ brand, client, origin, recovers }: AskedSignIn): ApprovalText[] =>
  (Object.keys(words) as Spoken[]).map((lng) => {
    const said = words[lng];
    const facts = factsOfSignIn(lng, client.clientName, origin);
    const [subject, intro] = recovers ? [said.recoverAsk, said.recoverIntro] : [said.ask, said.intro];
    const message = [intro(inOneLine(brand)), facts.join('\n'), said.which].join('\n\n');
    return { lng, subject, message, label: { [notMeLabel]: said.notMe } };
  });
