import { type DocumentData, SPECIMEN_STATE } from '@countersign/identity-engine';
import type { Html } from '../../../shared/kernel/index.js';
import { isPermanentRefusal } from '../../chips/chip-judgement.js';
import type { Step } from '../../sessions/rules/session-step.js';
import type { SessionFindings } from '../../evidence/session-findings.js';
import type { Session } from '../../sessions/session.entity.js';
import { needsLight } from '../../selfies/selfie-signals.js';
import { chipView } from '../chip/chip.view.js';
import { countries, countryIn } from './countries.js';
import { captureView } from './capture.view.js';
import { confirmView, optInView } from './confirm.view.js';
import { documentView } from './document.view.js';
import { simulateView } from './final.view.js';
import { kycView, numberWrong, type Followed } from './handover.view.js';
import { selfieView } from './selfie.view.js';
import { vendorView } from './vendor.view.js';
import { consentView } from './welcome.view.js';
import type { Words } from '../words/en.js';

export interface PresentStep {
  readonly view: Followed;
  readonly session: Session;
  readonly findings: SessionFindings;
  /**
   * The offer to read the chip: the number that both the page and the app show, and the code that connects the app to
   * the session. `chip` is undefined if the offer has expired, and `code` once an app has used it.
   */
  readonly chip: { readonly number: string; readonly code: string | undefined } | undefined;
  /** Whether the browser has just returned from the vendor's pages. */
  readonly isBack: boolean;
  /** The languages that the browser accepts. Their regions decide which country is preselected. */
  readonly languages: readonly string[];
  readonly wrong?: 'document' | 'number';
  readonly chosen?: ChosenDocument;
  readonly isOffered: (choice: ChosenDocument) => boolean;
  /** Whether the request comes from a phone, so that continuing on a phone need not be offered. */
  readonly isPhone: boolean;
}

/** The type and country of document that the user has submitted with the form. Either may be empty. */
export interface ChosenDocument {
  readonly type: string;
  readonly country: string;
}

const TITLES: Readonly<Record<Step, keyof Words>> = {
  welcome: 'welcomeTitle',
  consent: 'consentTitle',
  vendor: 'vendorTitle',
  document: 'documentTitle',
  front: 'captureFront',
  back: 'captureBack',
  chip: 'chipTitle',
  confirm: 'confirmTitle',
  selfie: 'selfieTitle',
  kyc: 'kycTitle',
  optIn: 'optInTitle',
  done: 'verifiedTitle',
};

/** Renders the page for the current step of the session. */
export function stepView(present: PresentStep): { title: string; main: Html } {
  const { session, view, wrong } = present;
  const { words } = view.language;
  if (session.simulation) return { title: words.simulateTitle, main: simulateView({ ...view, ...session.simulation }) };
  const notice = wrong === 'number' ? numberWrong(view.language) : undefined;
  return { title: words[TITLES[session.step]], main: mainOf({ ...present, view: { ...view, notice } }) };
}

function mainOf(present: PresentStep): Html {
  const { session, view, findings, isBack } = present;
  const { step, settings, followerHash } = session;
  const onPhone = followerHash !== null || present.isPhone;
  switch (step) {
    case 'vendor':
      return vendorView({ ...view, url: findings.vendorUrl, isBack, onPhone });
    case 'document':
      return documentView({ ...view, ...choicesOf(present) });
    case 'front':
    case 'back': {
      const failed = step === 'front' ? failureOf(session, 'document') : undefined;
      return captureView({ ...view, failed, side: step, type: session.documentType ?? '', onPhone });
    }
    case 'chip':
      return chipView({ ...view, ...chipOf(present), failed: failureOf(session, 'document'), onPhone });
    case 'confirm':
      return confirmView({ ...view, document: readIn(session, findings.document), chip: findings.chip });
    case 'selfie':
      return selfieView({ ...view, failed: failureOf(session, 'selfie'), onPhone, ...selfieWays(session) });
    case 'kyc':
      return kycView(view);
    case 'optIn':
      return optInView({ ...view, offersFace: !session.byVendor });
    default:
      return consentView({
        ...view,
        keptDays: settings.retentionDays,
        byVendor: session.byVendor,
        chip: settings.chip,
      });
  }
}

const chipOf = ({ session, chip }: PresentStep) => ({
  offer: chip,
  app: session.settings.chipApp,
  isRequired: session.settings.chip === 'required',
  isInVain: session.reasons.some(isPermanentRefusal),
  mayRetake: session.attemptsLeft('document') > 0,
});

const selfieWays = ({ settings, test }: Session) => ({
  review: settings.review,
  needsLight: needsLight(settings, test),
});

/**
 * Lists the types of documents and the countries that the user may choose. A country is left out if none of its
 * documents can be read.
 */
function choicesOf({ session, languages, wrong, chosen, isOffered }: PresentStep) {
  // Specimens are issued by the fictitious state Utopia. The user can choose it only in test mode, if the session names
  // an engine or reads chips.
  const { engine, chip = 'off' } = session.settings;
  const specimens = engine !== undefined || (session.test && chip !== 'off') ? [SPECIMEN_STATE] : [];
  const known = [...specimens, ...countries];
  const kinds = session.settings.documentTypes.map((type) => ({
    type,
    countries: known.filter((country) => isOffered({ type, country })),
  }));
  const offering = known.filter((country) => kinds.some((kind) => kind.countries.includes(country)));
  const country =
    [chosen?.country, session.documentCountry, ...specimens].find((one) => one != null && one !== '') ??
    languages.map(countryIn).find((found) => found !== undefined);
  const isComplete = chosen !== undefined && chosen.type !== '' && chosen.country !== '';
  const fault = wrong !== 'document' ? undefined : isComplete ? ('unreadable' as const) : ('incomplete' as const);
  return { kinds, countries: offering, country, fault };
}

function failureOf(session: Session, which: 'document' | 'selfie') {
  const [reason] = session.reasons;
  return reason && { reason, left: isPermanentRefusal(reason) ? undefined : session.attemptsLeft(which) };
}

const readIn = ({ documentType, documentCountry }: Session, document: DocumentData | undefined) => ({
  type: document?.type ?? documentType ?? '',
  country: document?.country ?? documentCountry ?? '',
  lastName: document?.lastNames ?? undefined,
  firstName: document?.firstNames ?? undefined,
  birthDate: document?.birthDate ?? undefined,
  number: document?.number,
  expiryDate: document?.expiryDate ?? undefined,
});
