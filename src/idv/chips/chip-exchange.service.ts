import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type DocumentData, passportIn } from '@countersign/identity-engine';
import {
  challengeFor,
  type ChipAnswers,
  type ChipChallenge,
  type ChipProof,
  type GivenFiles,
  judgeAnswers,
  type SignedDocument,
  verifyChipFiles,
} from '@countersign/emrtd/verify';
import { CONFIG } from '../../config.js';
import { type JsonObject, withQueueKey } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { documentFault } from '../documents/document-judgement.js';
import { chipKinds } from '../evidence/evidence.js';
import { Evidence } from '../evidence/evidence.service.js';
import { Findings } from '../evidence/findings.service.js';
import type { SessionFindings } from '../evidence/session-findings.js';
import { SessionPictures } from '../pictures/session-pictures.service.js';
import { DocumentMarks } from '../sessions/document-marks.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import type { Session } from '../sessions/session.entity.js';
import { mustBeAt } from '../steps/session-steps.service.js';
import { base64, bundleIn, bundleOf, bytesIn, filesIn, nonceOf } from './chip-bundle.js';
import { doubtsOf, faultOfFailure, faultOfRefusal, findingsOf, missingProofOf, refusable } from './chip-judgement.js';
import type { ChipRules, ReadingFailure, Refusal } from './chip-judgement.js';
import { ChipMetrics, ChipReadings } from './chip-readings.service.js';
import { ChipPortraits } from './portrait/chip-portraits.service.js';
import type { TakenReading } from './chip-reading.repository.js';
import { ChipTrustOfSessions } from './chip-trust-of-sessions.service.js';
import { differingField } from './page-and-chip.js';

/** The data that the app needs to unlock the chip, and to show the user which verification the reading is for. */
export interface OpenedChip {
  readonly token: string;
  readonly number: string;
  readonly expiresAt: Date;
  readonly session: Session;
  readonly page: DocumentData;
}

interface Verified {
  readonly signed: SignedDocument;
  readonly document: DocumentData;
}

const RANDOM_BYTES = 16;

/**
 * Handles the three requests of the app that reads a passport chip. The server judges all data itself, because the app
 * is not trusted.
 */
@Injectable()
export class ChipExchange {
  constructor(
    private readonly readings: ChipReadings,
    private readonly trust: ChipTrustOfSessions,
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
    private readonly evidence: Evidence,
    private readonly findings: Findings,
    private readonly pictures: SessionPictures,
    private readonly portraits: ChipPortraits,
    private readonly users: UserDirectory,
    private readonly marks: DocumentMarks,
    private readonly metrics: ChipMetrics,
    @Inject(CONFIG) private readonly rules: ChipRules,
  ) {}

  /** The app's first request: exchanges the code for a token and the data that unlocks the chip. */
  async open(code: string): Promise<OpenedChip> {
    const { ref, token, number, expiresAt } = await this.readings.open(code);
    const session = await this.#atChip(ref);
    return { token, number, expiresAt, session, page: pageIn(await this.findings.of(session)) };
  }

  /** Handles the app's report that it could not read the chip, which replaces its second request. */
  async fail(token: string, failure: ReadingFailure): Promise<void> {
    const { ref } = await this.readings.take(token, 'OPEN');
    await this.#atChip(ref);
    await this.#refuse(ref, faultOfFailure[failure]);
  }

  /** The app's second request: checks the files from the chip, and returns the challenge that the chip must answer. */
  async takeFiles(token: string, files: GivenFiles): Promise<{ challenge: ChipChallenge; expiresAt: Date }> {
    const { ref } = await this.readings.take(token, 'OPEN');
    const session = await this.#atChip(ref);
    const verified = await this.#verified(session, files);
    if ('reason' in verified) throw await this.#refuse(ref, verified);
    const random = Uint8Array.from(randomBytes(RANDOM_BYTES));
    const challenged = refusable(() => challengeFor(verified.signed.keys, nonceOf(ref.sessionId, random)));
    if ('reason' in challenged) throw await this.#refuse(ref, challenged);
    const { challenge, secrets } = challenged;
    const sealed = await this.evidence.sealFindings(ref, {
      random: base64(random),
      ...(secrets.privateKey && { privateKey: base64(secrets.privateKey) }),
    });
    const expiresAt = await this.#keep(ref, bundleOf(files), (tx) => this.readings.challenge(tx, ref, sealed));
    return { challenge, expiresAt };
  }

  /**
   * The app's third request: checks the chip's responses to the challenge. The files are checked again, because the
   * trusted authorities may have changed since the second request.
   */
  async takeAnswers(token: string, answers: ChipAnswers): Promise<Session> {
    const reading = await this.readings.take(token, 'CHALLENGED');
    const { ref } = reading;
    const session = await this.#atChip(ref);
    const secrets = await this.#secretsOf(reading);
    const kept = await this.evidence.read(ref, 'chip');
    if (!kept || !secrets) throw IdvErrors.chipReadingGone();
    const files = filesIn(bundleIn(kept).files);
    const verified = await this.#verified(session, files);
    if ('reason' in verified) throw await this.#refuse(ref, verified);
    const { signed } = verified;
    const judged = refusable(() => ({ proof: judgeAnswers(signed.keys, secrets, answers) }));
    if ('reason' in judged) throw await this.#refuse(ref, judged);
    const lack = missingProofOf({
      ...judged,
      signature: signed.signature,
      settings: session.settings,
      rules: this.rules,
    });
    if (lack || !judged.proof) throw await this.#refuse(ref, lack ?? faultOfFailure.not_read);
    const portrait = await withQueueKey(session.queueKey, () => this.portraits.jpegOf(signed.portrait));
    if (!portrait) throw await this.#refuse(ref, { ...faultOfRefusal('picture_kind'), detail: 'picture_unreadable' });
    const random = base64(secrets.random);
    const given = { ...(answers.active && { active: base64(answers.active) }) };
    const all = { ...given, ...(answers.chip && { chip: base64(answers.chip) }) };
    const chip = bundleOf(files, { random, nonce: base64(secrets.nonce), answers: all });
    return this.#accept(session, { portrait, chip }, verified, judged.proof);
  }

  async #verified(session: Session, files: GivenFiles): Promise<Verified | Refusal> {
    const now = this.changes.now;
    const trust = await this.trust.of(session.tenant);
    const plainContent = new Set(this.rules.idvChipDeviations);
    const signed = refusable(() => verifyChipFiles(files, trust, { now: now.getTime(), plainContent }));
    if ('reason' in signed) return signed;
    const { zone } = signed;
    if (zone.kind !== 'TD3') return { reason: 'document_type_not_accepted', sequel: 'page' };
    const document = passportIn(zone.text, now);
    const page = pageIn(await this.findings.of(session));
    const differing = differingField(page, document);
    if (differing) return { reason: 'document_data_mismatch', sequel: 'page', detail: `page and chip: ${differing}` };
    const reason = await this.#documentFault(session, document, now);
    return reason ? { reason, sequel: 'page' } : { signed, document };
  }

  async #documentFault(session: Session, document: DocumentData, now: Date): Promise<DocumentReason | undefined> {
    const { documentType: type, documentCountry: country, sub } = session;
    const user = await this.users.find(sub);
    return documentFault({
      document,
      chosen: { type: type ?? document.type, country: country ?? document.country },
      holder: { firstName: user?.firstName ?? null, lastName: user?.lastName ?? null },
      hasPortrait: true,
      isOfAnotherUser: await this.marks.isOfAnother(session, document),
      now,
    });
  }

  #accept(
    { ref }: Session,
    kept: { readonly portrait: Buffer; readonly chip: Buffer },
    { signed, document }: Verified,
    proof: ChipProof,
  ): Promise<Session> {
    return this.pictures.keepWith(session(ref), kept, async (locked, now, tx) => {
      mustBeAt(locked, 'chip');
      await this.readings.end(tx, ref);
      this.readings.remove(tx, ref);
      locked.afterChip('readChip', now, { doubts: doubtsOf(signed.signature, this.rules) });
      const chip = findingsOf(signed, proof, now);
      await this.findings.replaceByChip(locked, document, chip);
      locked.documentMark = this.marks.markOf(document);
      this.metrics.note('accepted');
      const details = { sessionId: ref.sessionId, proof: chip.by, state: chip.state };
      tx.pending.audit.push({ kind: 'idv.chip-accepted', tenant: ref.tenant, subject: locked.sub, details });
      return locked;
    });
  }

  /**
   * Applies the consequence of a refusal to the session, and removes the chip's files. The returned error, which the app
   * gets, contains the reason but no details.
   */
  async #refuse(ref: SessionRef, { reason, sequel, detail }: Refusal): Promise<Error> {
    await this.pictures.removeWith(ref, chipKinds, async (session, now, tx) => {
      mustBeAt(session, 'chip');
      const { isFree } = await this.readings.end(tx, ref);
      if (sequel === 'end') session.refuseDocument(reason, now);
      else if (sequel === 'page') session.failAttempt('document', reason, now);
      else if (sequel === 'free' && isFree) session.afterChip('retryChip', now, { reasons: [reason] });
      else session.failAttempt('document', reason, now, 'retryChip');
      if (session.step === 'chip') await this.readings.offer(tx, ref);
      else this.readings.remove(tx, ref);
      this.metrics.note(reason);
      const details: JsonObject = { sessionId: ref.sessionId, reason, ...(detail !== undefined && { detail }) };
      tx.pending.audit.push({ kind: 'idv.chip-refused', tenant: ref.tenant, subject: session.sub, details });
    });
    return IdvErrors.chipRefused(undefined, { reason });
  }

  /**
   * Stores the chip's files and makes a change to the reading, both in one transaction. So no challenge exists for
   * files that were not stored.
   */
  async #keep<T>(ref: SessionRef, content: Buffer, change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.pictures.keepWith(session(ref), { chip: content }, (locked, _now, tx) => {
      mustBeAt(locked, 'chip');
      return change(tx);
    });
  }

  async #atChip(ref: SessionRef): Promise<Session> {
    const found = await this.sessions.find(ref);
    if (found?.status !== 'IN_PROGRESS' || found.step !== 'chip' || found.isDue(this.changes.now))
      throw IdvErrors.chipReadingGone();
    return found;
  }

  async #secretsOf({ ref, sealedSecrets }: TakenReading) {
    const opened = sealedSecrets && (await this.evidence.openFindings(ref, sealedSecrets));
    if (!opened) return undefined;
    const { random, privateKey } = opened as { random: string; privateKey?: string };
    const bytes = bytesIn(random);
    const nonce = nonceOf(ref.sessionId, bytes);
    return { random: bytes, nonce, privateKey: privateKey === undefined ? undefined : bytesIn(privateKey) };
  }
}

const session = (ref: SessionRef): Pick<Session, 'ref'> => ({ ref });

function pageIn({ document }: SessionFindings): DocumentData {
  if (!document) throw IdvErrors.chipReadingGone();
  return document;
}
