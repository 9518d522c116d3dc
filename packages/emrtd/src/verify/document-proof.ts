import { createHash } from 'node:crypto';
import { isSame } from '../encoding/bytes.js';
import { Malformed } from '../encoding/malformed.js';
import type { ChipAnswers, ChipChallenge } from '../reader/chip-answers.js';
import { isActiveAnswer, type ActiveKey } from './active-authentication.js';
import { algorithmName, isWeak } from './algorithms.js';
import {
  agreementKeyIn,
  agreementRequest,
  isAgreementAnswer,
  newAgreement,
  type AgreementKey,
} from './chip-authentication.js';
import { checkSizes, type AskedFile, type GivenFiles } from './chip-files.js';
import { readPortrait, type ChipPortrait } from './portrait.js';
import { Refused } from './refusal.js';
import { readActiveKey, readSecurityInfos } from './security-infos.js';
import { readSecurityObject, type SecurityObject } from './security-object.js';
import { twoLettersOf } from './states.js';
import type { CheckedSigner, TrustStore } from './trust-store.js';
import { readZone, type ChipZone } from './zone.js';

/**
 * A document whose state signature was verified: the machine readable zone, the portrait, and the keys that the chip
 * must still prove to have.
 */
export interface SignedDocument {
  readonly zone: ChipZone;
  /** The expiry date as YYYY-MM-DD. */
  readonly expires: string;
  readonly portrait: ChipPortrait;
  readonly signature: SignatureFacts;
  readonly keys: ChipKeys;
}

export interface SignatureFacts {
  /** The state's two-letter code. */
  readonly state: string;
  /** The fingerprint of the authority's certificate. */
  readonly authority: string;
  readonly algorithm: string;
  /** When the signer's certificate expires, in milliseconds since 1970. */
  readonly signerUntil: number;
  readonly revocation: CheckedSigner['revocation'];
  /** Whether a part of the signature relies on SHA-1. */
  readonly isWeak: boolean;
}

/**
 * The chip's keys that the security object covers. The chip must prove each of them, because a copied chip lacks the
 * private keys.
 */
export interface ChipKeys {
  readonly agreement: AgreementKey | undefined;
  readonly active: ActiveKey | undefined;
}

export type ChipProof = 'chip_authentication' | 'active_authentication' | 'none';

export interface VerifyOptions {
  readonly now: number;
  /** Fields read from the photographed page, which must equal those of the chip. */
  readonly printed?: Partial<Pick<ChipZone, 'number' | 'birth' | 'expiry'>> | undefined;
  /**
   * States that may declare the content of their signed objects as plain data. If any other state does so, its document
   * is refused.
   */
  readonly plainContent?: ReadonlySet<string>;
}

const HOUR = 3_600_000;
/** The time from the end of a day in UTC to its end in the westernmost time zone. A document is valid until then. */
const LATEST_END = 12 * HOUR;

/** Verifies the files of a chip. Throws `Refused` for every fault. */
export function verifyChipFiles(files: GivenFiles, trust: TrustStore, options: VerifyOptions): SignedDocument {
  return refusing(() => {
    checkSizes(files);
    const object = readSecurityObject(required(files, 'SOD'), options.plainContent);
    const checked = trust.check(object.signer, options.now);
    const signed = (name: AskedFile): Uint8Array => signedGroup(object, files, name);
    const zone = readZone(signed('DG1'));
    const portrait = readPortrait(signed('DG2'));
    checkIssuer(zone, object);
    const expires = `20${zone.expiry.slice(0, 2)}-${zone.expiry.slice(2, 4)}-${zone.expiry.slice(4, 6)}`;
    if (!(Date.parse(`${expires}T23:59:59Z`) + LATEST_END >= options.now)) throw new Refused('document_expired');
    checkPage(zone, options.printed);
    const infos = object.groups.has(14) ? readSecurityInfos(signed('DG14')) : undefined;
    const agreement = infos && agreementKeyIn(infos);
    const active = object.groups.has(15)
      ? { spki: readActiveKey(signed('DG15')), algorithm: infos?.activeAlgorithm }
      : undefined;
    return { zone, expires, portrait, signature: factsOf(object, checked), keys: { agreement, active } };
  });
}

/** The secrets of a challenge. The service stores them until the chip has answered, and never sends them. */
export interface ChallengeSecrets {
  readonly nonce: Uint8Array;
  readonly privateKey: Uint8Array | undefined;
}

/** Creates challenges for all keys of the document, with the secrets that verify the answers. */
export function challengeFor(
  { agreement, active }: ChipKeys,
  nonce: Uint8Array,
): { challenge: ChipChallenge; secrets: ChallengeSecrets } {
  return refusing(() => {
    const privateKey = agreement && newAgreement(agreement);
    const chip = agreement && privateKey && agreementRequest(agreement, privateKey);
    return {
      challenge: { ...(active && { active: { nonce } }), ...(chip && { chip }) },
      secrets: { nonce, privateKey },
    };
  });
}

/**
 * Verifies the chip's answers. A missing answer proves nothing but is no fault: the result is `undefined`. A wrong
 * answer is refused as `chip_not_proven`.
 */
export function judgeAnswers(
  { agreement, active }: ChipKeys,
  { nonce, privateKey }: ChallengeSecrets,
  answers: ChipAnswers,
): ChipProof | undefined {
  return refusing(() => {
    if (answers.chip && agreement && !(privateKey && isAgreementAnswer(agreement, privateKey, answers.chip)))
      throw new Refused('chip_not_proven', 'chip authentication');
    if (answers.active && active && !isActiveAnswer(active, nonce, answers.active))
      throw new Refused('chip_not_proven', 'active authentication');
    if ((agreement && !answers.chip) || (active && !answers.active)) return undefined;
    return agreement ? 'chip_authentication' : active ? 'active_authentication' : 'none';
  });
}

function required(files: GivenFiles, name: AskedFile): Uint8Array {
  const file = files[name];
  if (!file) throw new Refused('group_missing', name);
  return file;
}

/** A data group whose hash is in the signed object. The hash covers the whole file, with its tag. */
function signedGroup({ groups, groupHash }: SecurityObject, files: GivenFiles, name: AskedFile): Uint8Array {
  const hash = groups.get(Number(name.slice(2)));
  if (!hash) throw new Refused('group_not_signed', name);
  const file = required(files, name);
  if (!isSame(createHash(groupHash).update(file).digest(), hash)) throw new Refused('group_altered', name);
  return file;
}

function checkIssuer({ issuer }: ChipZone, { signer }: SecurityObject): void {
  const letters = twoLettersOf(issuer);
  if (letters === undefined || letters !== signer.country)
    throw new Refused('issuer_differs', `${issuer} by ${signer.country ?? 'nobody'}`);
}

function checkPage(zone: ChipZone, printed: VerifyOptions['printed'] = {}): void {
  for (const field of ['number', 'birth', 'expiry'] as const)
    if (printed[field] !== undefined && printed[field] !== zone[field])
      throw new Refused('page_and_chip_differ', field);
}

const factsOf = (object: SecurityObject, { authority, revocation }: CheckedSigner): SignatureFacts => ({
  state: object.signer.country ?? '',
  authority: authority.fingerprint,
  algorithm: algorithmName(object.algorithm),
  signerUntil: object.signer.until,
  revocation,
  isWeak: [object.hash, object.groupHash, object.algorithm.hash].some(isWeak),
});

/** Converts errors about unreadable bytes from the chip to a refusal, because they are not faults of the program. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) throw new Refused('malformed', error.message);
    throw error;
  }
}
