import { randomBytes } from 'node:crypto';
import { openChip } from '../reader/chip-access.js';
import { answersOf, type ChipAnswers } from '../reader/chip-answers.js';
import { readChipFiles, type ChipFiles } from '../reader/chip-reading.js';
import { ChipSession } from '../reader/chip-session.js';
import type { AccessKey } from '../reader/zone-key.js';
import {
  challengeFor,
  judgeAnswers,
  verifyChipFiles,
  type ChipProof,
  type SignedDocument,
  type VerifyOptions,
} from '../verify/document-proof.js';
import type { TrustStore } from '../verify/trust-store.js';
import type { SpecimenDocument } from './specimen-document.js';

/** Changes data between the phone and the service, as an attacker in place of the app could. */
export interface Tampering {
  readonly files?: (read: ChipFiles) => ChipFiles;
  readonly answers?: (given: ChipAnswers) => ChipAnswers;
  readonly key?: AccessKey;
  readonly options?: Partial<VerifyOptions>;
}

export interface WholeReading {
  readonly document: SignedDocument;
  readonly proof: ChipProof | undefined;
  readonly way: string;
  readonly answers: ChipAnswers;
}

/** Simulates a complete reading, from the phone's first command to the service's judgement. */
export async function readThrough(
  trust: TrustStore,
  { chip, zone }: Pick<SpecimenDocument, 'chip' | 'zone'>,
  tampering: Tampering = {},
): Promise<WholeReading> {
  const session = new ChipSession(chip);
  const way = await openChip(session, tampering.key ?? { zone });
  const read = await readChipFiles(session);
  const files = tampering.files?.(read) ?? read;
  const document = verifyChipFiles(files, trust, { now: Date.now(), ...tampering.options });
  const { challenge, secrets } = challengeFor(document.keys, Uint8Array.from(randomBytes(8)));
  const given = await answersOf(session, challenge);
  const answers = tampering.answers?.(given) ?? given;
  return { document, proof: judgeAnswers(document.keys, secrets, answers), way, answers };
}
