import { defaultThresholds, type DocumentThresholds } from '../documents/document-thresholds.js';
import type { DocumentData, DocumentType, Scores } from '../documents/document.js';
import { isDate, type ZoneFields } from '../mrz/zone-fields.js';
import type { FieldSeen, FieldsSeen } from '../viz/printed-fields.js';
import type { DocumentEvidence } from './document-evidence.js';

/** Why pictures of a document are refused or doubtful. */
export type ReadingFault =
  | 'document_unreadable'
  | 'document_type_not_accepted'
  | 'check_digit_mismatch'
  | 'document_data_mismatch';

export type DocumentDecision =
  | {
      readonly outcome: 'read';
      readonly document: DocumentData;
      readonly scores: Scores;
      readonly doubts: readonly ReadingFault[];
      readonly printed?: FieldsSeen;
    }
  | { readonly outcome: 'retry'; readonly reason: ReadingFault };

/**
 * `retry`: the document is refused. `doubt`: a person decides, or the user tries again if the client has no reviewers.
 */
type Verdict = 'retry' | 'doubt';
type Check = (evidence: DocumentEvidence, thresholds: DocumentThresholds) => boolean;
type Rule = readonly [verdict: Verdict, reason: ReadingFault, applies: Check];

const DARKEST = 25;

/** The rules in order of priority. The first `retry` that applies decides; if none applies, all doubts are reported. */
// oxfmt-ignore
export const rules: readonly Rule[] = [
  ['retry', 'check_digit_mismatch',       ({ zone }) => zone.outcome === 'check_digits'],
  ['retry', 'document_type_not_accepted', ({ zone, licence }) => zone.outcome === 'other_layout' && !licence],
  ['retry', 'document_type_not_accepted', showsVisa],
  ['retry', 'document_unreadable',        ({ zone, licence, numbered }) => zone.fields === undefined && !licence && !numbered],
  ['retry', 'document_unreadable',        ({ zone }) => zone.fields !== undefined && !hasRealDates(zone.fields)],
  ['retry', 'document_unreadable',        isIllegible],
  ['retry', 'document_data_mismatch',     codesContradict],
  ['retry', 'document_unreadable',        ({ zone, printed }) => zone.ambiguousNumber && printed?.number !== 'same'],
  ['doubt', 'document_data_mismatch',     differs],
  ['doubt', 'document_unreadable',        isUnconfirmed],
  ['doubt', 'document_unreadable',        isUncertain],
  ['doubt', 'document_unreadable',        hidesSomething],
  ['doubt', 'document_unreadable',        (evidence, { clearSharpness }) => sharpnessOf(evidence) < clearSharpness],
];

/**
 * The rules for a picture that an operator has read. Only its text is wanted, and nobody has chosen a document type.
 */
export const rulesOfText: readonly Rule[] = rules.filter(
  ([, , applies]) => applies !== showsVisa && applies !== isIllegible,
);

/** Decides on a document by the evidence. The portrait is judged elsewhere. */
export function documentDecision(
  evidence: DocumentEvidence,
  thresholds = defaultThresholds,
  applied: readonly Rule[] = rules,
): DocumentDecision {
  const broken = applied.filter(([, , applies]) => applies(evidence, thresholds));
  const refusal = broken.find(([verdict]) => verdict === 'retry');
  if (refusal) return { outcome: 'retry', reason: refusal[1] };
  const document = documentIn(evidence);
  if (!document) return { outcome: 'retry', reason: 'document_unreadable' };
  const doubts = [...new Set(broken.map(([, reason]) => reason))];
  const { printed } = evidence;
  return { outcome: 'read', document, scores: scoresOf(evidence), doubts, ...(printed && { printed }) };
}

function isIllegible(evidence: DocumentEvidence, thresholds: DocumentThresholds): boolean {
  const isPoor = sharpnessOf(evidence) < thresholds.leastSharpness || evidence.brightness < DARKEST;
  return isPoor && (evidence.numbered !== undefined || !isConfirmed(evidence, thresholds));
}

export const countOf = (printed: FieldsSeen, seen: FieldSeen): number =>
  Object.values(printed).filter((value) => value === seen).length;

function isConfirmed({ printed = {}, numbered }: DocumentEvidence, { mostUnseenFields }: DocumentThresholds): boolean {
  const [same, other, unseen] = [countOf(printed, 'same'), countOf(printed, 'other'), countOf(printed, 'unseen')];
  // The numbered fields of a European driving licence count as confirmed: they were checked against each other, and
  // nothing else could confirm them.
  if (numbered) return true;
  return same > 0 && other === 0 && unseen <= mostUnseenFields;
}

function isUnconfirmed(evidence: DocumentEvidence, thresholds: DocumentThresholds): boolean {
  return !isConfirmed(evidence, thresholds) && !differs(evidence, thresholds);
}

/**
 * Whether glare may hide a part of the machine readable zone. White paper looks like glare, so a zone that was read
 * with certainty and equals the printed text does not count.
 */
function hidesSomething(evidence: DocumentEvidence, thresholds: DocumentThresholds): boolean {
  const { zone, printed = {} } = evidence;
  const isAllThere = countOf(printed, 'same') > 0 && countOf(printed, 'same') === Object.keys(printed).length;
  return zone.glare > thresholds.mostGlare && (!isAllThere || isUncertain(evidence, thresholds));
}

/** Whether a machine readable zone was found but read with too little certainty. Driving licences may have none. */
function isUncertain({ zone }: DocumentEvidence, { leastCertainty }: DocumentThresholds): boolean {
  return zone.fields !== undefined && zone.certainty < leastCertainty;
}

/**
 * Whether the printed text contradicts the machine readable data. If the user chose a type, the shown side must contain
 * all compared fields, so a missing field is enough. Otherwise it is enough only if most fields match: a hardly legible
 * page proves nothing.
 */
function differs(evidence: DocumentEvidence, thresholds: DocumentThresholds): boolean {
  const { type, printed = {} } = evidence;
  const [same, all] = [countOf(printed, 'same'), Object.keys(printed).length];
  return same < all && !isConfirmed(evidence, thresholds) && (type !== undefined || same * 2 > all);
}

export const isVisa = ({ format }: ZoneFields): boolean => format === 'MRV-A' || format === 'MRV-B';
function showsVisa({ zone: { fields }, licence }: DocumentEvidence): boolean {
  return !licence && fields !== undefined && isVisa(fields);
}

const hasRealDates = ({ birthDate, expiryDate }: ZoneFields): boolean =>
  isDate(birthDate) && (expiryDate === undefined || isDate(expiryDate));

/** Whether the machine readable zone and the barcode, both read without doubt, belong to different documents. */
function codesContradict({ zone: { fields }, licence }: DocumentEvidence): boolean {
  if (!fields || !licence) return false;
  return fields.birthDate !== licence.birthDate || fields.number !== licence.number;
}

/** The data of the document, from its numbered fields, its barcode or its machine readable zone. */
function documentIn({ type, zone, licence, numbered }: DocumentEvidence): DocumentData | undefined {
  if (numbered) {
    const { country, number, surname, givenNames, birthDate, expiryDate } = numbered;
    const names = { firstNames: givenNames, lastNames: surname };
    return { type: 'driving_licence', country, number, ...names, birthDate, expiryDate, readBy: 'numbered_fields' };
  }
  if (licence) {
    const { country, number, surname, givenNames, birthDate, expiryDate, sex } = licence;
    const names = { firstNames: givenNames || null, lastNames: surname };
    return { type: 'driving_licence', country, number, ...names, birthDate, expiryDate, sex };
  }
  return zone.fields && documentOf(zone.fields, type);
}

export function documentOf(fields: ZoneFields, type?: DocumentType): DocumentData {
  const { issuer, number, surname, givenNames, birthDate, expiryDate, nationality, sex } = fields;
  return {
    type: typeOf(fields, type),
    country: issuer,
    number,
    firstNames: givenNames || null,
    lastNames: surname || null,
    birthDate: birthDate.includes('-00') ? null : birthDate,
    expiryDate: expiryDate === undefined ? null : lastDayOf(expiryDate),
    nationality,
    sex,
  };
}

/**
 * The type of a document. ICAO 9303 leaves the second letter of the code to the issuer, and many use I for identity
 * cards and residence permits alike, so the user's choice counts.
 */
function typeOf({ format, code }: ZoneFields, chosen: DocumentType | undefined): DocumentType {
  if (format === 'TD3' || (code.startsWith('P') && format !== 'TD1')) return 'passport';
  if (format === 'FRA-ID' || code === 'ID') return 'identity_card';
  if (/^(?:[AC]|IR)/.test(code)) return 'residence_permit';
  return chosen === 'residence_permit' ? chosen : 'identity_card';
}

/** The last day that a date can mean. Its day or month may be 00, which is unknown. */
function lastDayOf(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (month > 0 && day > 0) return date;
  return new Date(Date.UTC(year, month === 0 ? 12 : month, 0)).toISOString().slice(0, 10);
}

const CLEAN_SHARPNESS = 2_000;
const sharpnessOf = ({ sharpness }: DocumentEvidence): number => sharpness / CLEAN_SHARPNESS;
const rounded = (score: number): number => Math.round(Math.max(0, Math.min(1, score)) * 1000) / 1000;

function scoresOf(evidence: DocumentEvidence): Scores {
  const { zone, licence, numbered, printed } = evidence;
  const fields = Object.keys(printed ?? {}).length;
  return {
    document: rounded(licence ? 1 : (numbered?.certainty ?? zone.certainty)),
    sharpness: rounded(sharpnessOf(evidence)),
    glare: rounded(zone.glare),
    ...(printed && fields > 0 && { printed: rounded(countOf(printed, 'same') / fields) }),
  };
}
