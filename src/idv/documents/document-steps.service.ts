import { Injectable } from '@nestjs/common';
import {
  type Box,
  type DocumentChoice,
  type DocumentData,
  type FileFindings,
  type PictureSignal,
  portraitErrorSignals,
  thresholdsIn,
} from '@countersign/identity-engine';
import { ChipSteps } from '../chips/chip-steps.service.js';
import { UserDirectory } from '../../users/contract/index.js';
import { withQueueKey, type JsonObject } from '../../shared/kernel/index.js';
import { documentFault } from './document-judgement.js';
import type { DocumentFault, DocumentPictures, DocumentReading, Holder } from '../engines/engine.port.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';
import { isSuspicious } from '../sessions/rules/suspicion.js';
import type { Session } from '../sessions/session.entity.js';
import { DocumentMarks } from '../sessions/document-marks.service.js';
import { engineDeadline, Engines } from '../engines/engines.service.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionPictures, type GivenPicture, type Pictures } from '../pictures/session-pictures.service.js';
import { mustBeAt, outcomeOf, type StepOutcome } from '../steps/session-steps.service.js';

export type Side = 'front' | 'back';

interface Fault {
  readonly fault: DocumentReason;
  readonly seen?: DocumentFault | undefined;
}

type Judged =
  | Fault
  | {
      readonly document: DocumentData;
      readonly portrait: Buffer;
      readonly findings: JsonObject;
      readonly doubts: readonly DocumentReason[];
      readonly signals: readonly PictureSignal[];
    };

interface Taken {
  readonly side: Side;
  readonly jpeg: Buffer;
  readonly file: Promise<FileFindings>;
}

const TIME_LIMIT_MS = 20_000;

/** Receives the pictures of a document, and has them read and judged. */
@Injectable()
export class DocumentSteps {
  constructor(
    private readonly pictures: SessionPictures,
    private readonly findings: Findings,
    private readonly engines: Engines,
    private readonly users: UserDirectory,
    private readonly marks: DocumentMarks,
    private readonly changes: SessionChanges,
    private readonly chips: ChipSteps,
  ) {}

  /**
   * Receives the picture of one side. After the last side, the document is read. `isFile` means that the user uploaded
   * an unmodified file instead of using the camera.
   */
  async addPicture(session: Session, side: Side, given: GivenPicture, isFile = false): Promise<StepOutcome> {
    mustBeAt(session, side);
    return withQueueKey(session.queueKey, () => this.#addPicture(session, side, given, isFile));
  }

  async #addPicture(session: Session, side: Side, given: GivenPicture, isFile: boolean): Promise<StepOutcome> {
    const { jpeg, file } = await this.pictures.take(session, given, isFile);
    const taken: Taken = { side, jpeg, file };
    return side === 'front' && session.hasBack ? this.#keepFront(session, taken) : this.#read(session, taken);
  }

  /**
   * Stores the front of a card, and asks for the back. A front without any face is refused at once: the document would
   * be refused later anyway, because it has no portrait.
   */
  async #keepFront(session: Session, { side, jpeg, file }: Taken): Promise<StepOutcome> {
    const { documents } = this.engines.of(session.tenant, session.settings);
    const [found, isFront] = await Promise.all([file, documents.showsPortrait(jpeg, engineDeadline(TIME_LIMIT_MS))]);
    if (!isFront) return this.#fail(session, { front: jpeg }, { fault: 'portrait_missing' });
    const before = isShownAgain(session) ? await this.pictures.find(session, 'front') : undefined;
    return this.pictures.keepWith(session, { front: jpeg, ...(before && { earlier: before }) }, async (locked, now) => {
      mustBeUnchanged(session, locked);
      await this.findings.replace(locked, { signals: onSide(side, found) });
      locked.keepFront(now);
      return outcomeOf(locked);
    });
  }

  async #read(session: Session, { side, jpeg, file }: Taken): Promise<StepOutcome> {
    const front = side === 'front' ? jpeg : await this.pictures.read(session, 'front');
    const back = side === 'back' ? jpeg : undefined;
    const judged = await this.#judge(session, front, back, file);
    const taken = { [side]: jpeg };
    if ('fault' in judged) return this.#fail(session, taken, judged);
    const ofFront = back ? ((await this.findings.of(session)).signals ?? []) : [];
    const all = [...ofFront, ...onSide(side, await file), ...judged.signals];
    return this.#accept(session, taken, { ...judged, findings: { ...judged.findings, signals: all } });
  }

  async #judge(
    session: Session,
    front: Buffer,
    back: Buffer | undefined,
    file: Promise<FileFindings>,
  ): Promise<Judged> {
    const chosen = choiceOf(session);
    const holder = await this.#holder(session);
    const signal = engineDeadline(TIME_LIMIT_MS);
    const reader = this.engines.of(session.tenant, session.settings).documents;
    const thresholds = thresholdsIn(session.settings);
    const specimens = session.test;
    const { licencesByFields: byFields = false } = session.settings;
    const pictures = {
      front,
      ...(back && { back }),
      ...(await this.#before(session, back !== undefined)),
      ...chosen,
      holder,
      specimens,
      byFields,
      thresholds,
    };
    const reading = await reader.read({ ...pictures, signal });
    if (reading.outcome === 'retry') return { fault: reading.reason, seen: reading.seen };
    const { document, portrait, scores, printed, doubts = [] } = reading;
    const fault =
      documentFault({
        document,
        chosen,
        holder,
        hasPortrait: portrait !== undefined,
        isOfAnotherUser: await this.marks.isOfAnother(session, document),
        now: this.changes.now,
      }) ?? unsure(session, reading);
    if (fault !== undefined || portrait === undefined) return { fault: fault ?? 'portrait_missing' };
    const ofPortrait = back ? [] : portraitSignals(await file, reading.portraitAt);
    const signals = [...(reading.signals ?? []), ...ofPortrait];
    const suspicion = isSuspicious(session, signals) ? (['portrait_suspicious'] as const) : [];
    if (suspicion.length > 0 && !session.settings.review) return { fault: 'portrait_suspicious' };
    return {
      document,
      portrait,
      doubts: [...doubts, ...suspicion],
      signals,
      findings: { document, scores, ...(printed && { printed }) },
    };
  }

  /**
   * Returns the pictures of the previous attempt if the document could not be read in it. For a card, the previous
   * front was stored as `earlier` when the new front arrived.
   */
  async #before(session: Session, isCard: boolean): Promise<Pick<DocumentPictures, 'earlier' | 'earlierBack'>> {
    if (!isShownAgain(session)) return {};
    const earlier = await this.pictures.find(session, isCard ? 'earlier' : 'front');
    const earlierBack = isCard ? await this.pictures.find(session, 'back') : undefined;
    return { ...(earlier && { earlier }), ...(earlierBack && { earlierBack }) };
  }

  #fail(session: Session, taken: Pictures, { fault, seen }: Fault): Promise<StepOutcome> {
    return this.pictures.keepWith(session, taken, (locked, now) => {
      mustBeUnchanged(session, locked);
      locked.failAttempt('document', fault, now, seen === 'front_again' ? 'retakeBack' : 'retakeDocument');
      const outcome = outcomeOf(locked);
      if ('final' in outcome) return outcome;
      const left = locked.attemptsLeft('document');
      return { ...outcome, retry: fault, left, ...(seen && { seen: { fault: seen } }) };
    });
  }

  async #accept(
    session: Session,
    taken: Pictures,
    { document, portrait, findings, doubts }: Exclude<Judged, { fault: unknown }>,
  ): Promise<StepOutcome> {
    const chipWanted = await this.chips.isWanted(session, document);
    return this.pictures.keepWith(session, { ...taken, portrait }, async (locked, now, tx): Promise<StepOutcome> => {
      mustBeUnchanged(session, locked);
      locked.noteReading(doubts, now, chipWanted);
      if (chipWanted) await this.chips.begin(tx, locked);
      await this.findings.replace(locked, findings);
      locked.documentMark = this.marks.markOf(document);
      return outcomeOf(locked);
    });
  }

  async #holder({ sub }: Session): Promise<Holder> {
    const user = await this.users.find(sub);
    return { firstName: user?.firstName ?? null, lastName: user?.lastName ?? null };
  }
}

/**
 * If the client has no reviewers, a document that the reader has doubts about counts as unreadable, so that the user
 * tries again.
 */
const unsure = ({ settings }: Session, reading: DocumentReading): DocumentReason | undefined =>
  reading.outcome === 'read' && !settings.review && (reading.doubts ?? []).length > 0
    ? 'document_unreadable'
    : undefined;

const isShownAgain = ({ reasons }: Session): boolean => reasons.includes('document_unreadable');

const onSide = (side: Side, { signals }: FileFindings): PictureSignal[] =>
  signals.map((signal) => ({ ...signal, side }));

/**
 * Looks for signs of manipulation around the portrait in an uploaded file of a single-sided document. Cards are not
 * checked: their portrait is located only once the back is read, when the file of the front is no longer available.
 */
const portraitSignals = ({ losses }: FileFindings, face: Box | undefined): PictureSignal[] =>
  losses && face ? portraitErrorSignals(losses, face).map((signal) => ({ ...signal, side: 'front' })) : [];

function choiceOf({ documentType: type, documentCountry: country, step }: Session): DocumentChoice {
  if (type === null || country === null) throw IdvErrors.wrongStep(undefined, { step });
  return { type, country };
}

/** Fails if the session has changed while the pictures were being judged, which happens without a lock. */
function mustBeUnchanged({ version }: Session, locked: Session): void {
  if (locked.version !== version) throw IdvErrors.wrongStep(undefined, { step: locked.step });
}
