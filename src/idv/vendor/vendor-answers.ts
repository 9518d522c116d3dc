import { isCountry, isDocumentType, type DocumentData, type Scores } from '@countersign/identity-engine';
import { isDay, isLoopbackHost } from '../../shared/kernel/index.js';
import { isReason, reasonFacts, type DocumentReason, type Reason } from '../sessions/rules/reasons.js';
import type { VendorOutcome, VendorSession } from './vendor.port.js';

/**
 * Thrown if the vendor's response violates the interface. The message names the invalid field but not its content,
 * which may be personal data.
 */
export class BadVendorAnswer extends Error {}

type Members = Readonly<Record<string, unknown>>;

const LONGEST_REF = 128;
const LONGEST_TEXT = 255;
const MOST_SCORES = 20;

export function toVendorSession(answer: unknown): VendorSession {
  const { id, redirectUrl } = membersOf(answer, 'the answer');
  if (!isVendorRef(id)) throw new BadVendorAnswer('`id` must be 1 to 128 visible characters');
  if (typeof redirectUrl !== 'string' || !isPage(redirectUrl)) {
    throw new BadVendorAnswer('`redirectUrl` must be an https URL');
  }
  return { vendorRef: id, redirectUrl };
}

/**
 * Parses the vendor's result of a session. `vendorRef` is the vendor's ID of that session; the result of any other
 * session is refused.
 */
export function toVendorOutcome(answer: unknown, vendorRef: string): VendorOutcome {
  const { id, status, reasons = [], document, scores = {} } = membersOf(answer, 'the answer');
  if (id !== vendorRef) throw new BadVendorAnswer('`id` is that of another session');
  const known = reasonsIn(reasons);
  switch (status) {
    case 'pending':
    case 'cancelled':
      return { outcome: status };
    case 'passed':
      return { outcome: 'passed', document: documentIn(document), scores: scoresIn(scores), doubts: [] };
    case 'unsure':
      return { outcome: 'passed', document: documentIn(document), scores: scoresIn(scores), doubts: doubtsIn(known) };
    case 'failed':
      return { outcome: 'failed', reasons: atLeastOne(known) };
    default:
      throw new BadVendorAnswer('`status` must be pending, passed, unsure, failed or cancelled');
  }
}

export const isVendorRef = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_REF && /^[!-~]+$/.test(value);

/** Whether a value is an https URL. Plain http is allowed only for this machine, for development and tests. */
function isPage(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

function membersOf(value: unknown, what: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadVendorAnswer(`${what} must be an object`);
  return value as Members;
}

/**
 * Reads the reasons in a vendor's response, without duplicates. Unknown reasons are ignored, because later versions of
 * the interface may define more reasons.
 */
function reasonsIn(value: unknown): Reason[] {
  if (!Array.isArray(value)) throw new BadVendorAnswer('`reasons` must be a list');
  return [...new Set(value.filter(isReason))];
}

const isOfDocument = (reason: Reason): reason is DocumentReason =>
  'attempt' in reasonFacts[reason] && reasonFacts[reason].attempt === 'document';

const doubtsIn = (reasons: readonly Reason[]): DocumentReason[] => {
  const doubts = reasons.filter(isOfDocument);
  return doubts.length > 0 ? doubts : ['document_unreadable'];
};

const atLeastOne = ([first = 'document_unreadable', ...rest]: readonly Reason[]): [Reason, ...Reason[]] => [
  first,
  ...rest,
];

function documentIn(value: unknown): DocumentData {
  const members = membersOf(value, '`document`');
  const { type, country, number } = members;
  if (!isDocumentType(type)) throw new BadVendorAnswer('`document.type` is none that we know');
  if (!isCountry(country)) throw new BadVendorAnswer('`document.country` must be a code of three letters');
  if (!isText(number)) throw new BadVendorAnswer('`document.number` must be text');
  return {
    type,
    country,
    number,
    firstNames: textIn(members, 'firstNames'),
    lastNames: textIn(members, 'lastNames'),
    birthDate: dateIn(members, 'birthDate'),
    expiryDate: dateIn(members, 'expiryDate'),
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= LONGEST_TEXT;

function textIn(members: Members, name: string): string | null {
  const value = members[name] ?? null;
  if (value === null || isText(value)) return value;
  throw new BadVendorAnswer(`\`document.${name}\` must be text or null`);
}

function dateIn(members: Members, name: string): string | null {
  const value = textIn(members, name);
  if (value === null || isDay(value)) return value;
  throw new BadVendorAnswer(`\`document.${name}\` must be a date such as 2031-12-31`);
}

function scoresIn(value: unknown): Scores {
  const entries = Object.entries(membersOf(value, '`scores`'));
  const fit = entries.every(([name, score]) => /^\w{1,40}$/.test(name) && isShare(score));
  if (!fit || entries.length > MOST_SCORES) throw new BadVendorAnswer('`scores` must be numbers from 0 to 1');
  return Object.fromEntries(entries.map(([name, score]) => [name, Number(score)]));
}

const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;
