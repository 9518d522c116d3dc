import { type ApprovalAction, type ApprovalText, NOT_ME } from '../../contract/index.js';
import type { SessionOrigin } from '../../sessions/session-origins.service.js';
import { factsOfSignIn, inOneLine, notMeLabel, notMeLabels } from '../approvals/number-approval.words.js';

const itWasMe = 'It was me';

/**
 * The answers to the notification about the replacement of a second factor. "It wasn't me" stops it. Without that
 * answer, the replacement continues.
 */
export const actionsOfRecovery: readonly ApprovalAction[] = [
  { label: itWasMe, action: 'wait', authlevel: 0 },
  { label: notMeLabel, action: NOT_ME, authlevel: 0 },
];

interface AskedRecovery {
  readonly brand: string;
  readonly clientName: string;
  readonly origin: SessionOrigin;
  readonly readyAt: Date;
}

/** Texts shown on the phone, by language. */
interface RecoveryWords {
  readonly ask: string;
  readonly intro: (brand: string) => string;
  readonly from: string;
  readonly which: string;
  readonly wasMe: string;
}

const words: Readonly<Record<'en' | 'es' | 'de' | 'ar', RecoveryWords>> = {
  en: {
    ask: 'Have you lost your second step?',
    intro: (brand) => `Somebody who knows your password replaces the second step of your account with ${brand}.`,
    from: 'It counts from',
    which: 'If it is you, you do not need to do anything. If not, choose “It wasn’t me”. That stops it.',
    wasMe: itWasMe,
  },
  es: {
    ask: '¿Ha perdido su segundo paso?',
    intro: (brand) => `Alguien que conoce su contraseña está sustituyendo el segundo paso de su cuenta de ${brand}.`,
    from: 'Tendrá efecto desde',
    which: '¿Es usted? Entonces no tiene que hacer nada. Si no, elija «No fui yo» para detenerlo.',
    wasMe: 'Fui yo',
  },
  de: {
    ask: 'Haben Sie Ihren zweiten Schritt verloren?',
    intro: (brand) => `Jemand, der Ihr Passwort kennt, ersetzt den zweiten Schritt Ihres Kontos bei ${brand}.`,
    from: 'Gilt ab',
    which: 'Sind Sie es? Dann ist nichts zu tun. Wenn nicht, wählen Sie „Das war ich nicht“. Das stoppt den Ersatz.',
    wasMe: 'Das war ich',
  },
  ar: {
    ask: 'هل فقدت خطوتك الثانية؟',
    intro: (brand) => `يستبدل شخص يعرف كلمة مرورك الخطوة الثانية لحسابك لدى ${brand}.`,
    from: 'يسري من',
    which: 'هل هذا أنت؟ إذن لا داعي لفعل أي شيء. وإلا فاختر «لم أكن أنا»، فيتوقف الاستبدال.',
    wasMe: 'كنت أنا',
  },
};

export const textsOfRecovery = ({ brand, clientName, origin, readyAt }: AskedRecovery): ApprovalText[] =>
  (['en', 'es', 'de', 'ar'] as const).map((lng) => {
    const { ask: subject, intro, from, which, wasMe } = words[lng];
    const time = new Intl.DateTimeFormat(lng, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    const facts = [...factsOfSignIn(lng, clientName, origin), `${from}: ${time.format(readyAt)} (UTC)`];
    const message = [intro(inOneLine(brand)), facts.join('\n'), which].join('\n\n');
    return { lng, subject, message, label: { [notMeLabel]: notMeLabels[lng], [itWasMe]: wasMe } };
  });
