import { defaultThresholds } from './documents/document-thresholds.js';
import type { DocumentData, DocumentType } from './documents/document.js';
import {
  countOf,
  documentDecision,
  type ReadingFault,
  documentOf,
  isVisa,
  rulesOfText,
} from './decision/document-decision.js';
import type { DocumentEvidence } from './decision/document-evidence.js';

/** `unconfirmed`: accepted, but no printed text confirms the machine readable zone, or there is glare on it. */
export type PageReason = ReadingFault | 'unconfirmed';

/** The reading of one picture of a document, for an operator. */
export interface PageReading {
  readonly outcome: 'accepted' | 'retake' | 'rejected';
  readonly reasons: readonly PageReason[];
  readonly document: PageDocument | null;
  /** The confidence in the reading, from 0 to 1. */
  readonly confidence: number;
}

export interface PageDocument {
  readonly type: DocumentType | 'visa';
  readonly country: string;
  readonly number: string;
  /** The surname and the given names, separated by a comma. */
  readonly names: string;
  readonly birthDate: string | null;
  readonly expiryDate: string | null;
  readonly sex: string;
  readonly mrz: readonly string[];
}

/** The factor by which the confidence decreases if no printed text confirms the machine readable zone. */
const UNCONFIRMED = 0.75;
/**
 * The factor by which the confidence decreases if some legible text differs slightly from the machine readable zone.
 */
const HARDLY_LEGIBLE = 0.5;
/** The factor by which the confidence decreases if the printed text contradicts the machine readable zone. */
const CONTRADICTED = 0.3;

const REJECTED: ReadonlySet<ReadingFault> = new Set(['check_digit_mismatch', 'document_type_not_accepted']);

/**
 * Decides like an identity verification, with two differences: visas are read, and a page without legible printed text,
 * such as the back of a card, is accepted with less confidence.
 */
export function pageReading(evidence: DocumentEvidence): PageReading {
  const { zone } = evidence;
  const decision = documentDecision(evidence, defaultThresholds, rulesOfText);
  if (decision.outcome === 'retry') {
    const outcome = REJECTED.has(decision.reason) ? 'rejected' : 'retake';
    const { asPrinted } = zone;
    const document = asPrinted ? told(documentOf(asPrinted.fields), asPrinted.lines, isVisa(asPrinted.fields)) : null;
    return { outcome, reasons: [decision.reason], document, confidence: 0 };
  }
  const { document, doubts, scores } = decision;
  const isContradicted = doubts.includes('document_data_mismatch');
  const unconfirmed = countOf(evidence.printed ?? {}, 'other') > 0 ? HARDLY_LEGIBLE : UNCONFIRMED;
  const share = isContradicted ? CONTRADICTED : doubts.length > 0 ? unconfirmed : 1;
  return {
    outcome: isContradicted ? 'retake' : 'accepted',
    reasons: isContradicted || doubts.length === 0 ? doubts : ['unconfirmed'],
    document: told(document, zone.lines ?? [], zone.fields !== undefined && isVisa(zone.fields)),
    confidence: Math.round((scores['document'] ?? 0) * share * 1_000) / 1_000,
  };
}

function told(data: DocumentData, mrz: readonly string[], isOfVisa: boolean): PageDocument {
  return {
    type: isOfVisa ? 'visa' : data.type,
    country: data.country,
    number: data.number,
    names: [data.lastNames, data.firstNames].filter(Boolean).join(', '),
    birthDate: data.birthDate,
    expiryDate: data.expiryDate,
    sex: data.sex ?? 'X',
    mrz,
  };
}
