import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { contentTypeOf, type EvidenceKind } from '../evidence/evidence.js';
import type { PictureType } from './picture.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { PictureInspection, type InspectedPicture } from './picture-inspection.service.js';
import { SessionChanges, type Change } from '../sessions/session-changes.service.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** The bytes of a picture that a browser sends. `type` is the content type that the browser declares. */
export type GivenPicture = AsyncIterable<Uint8Array> & { readonly type?: PictureType };
export type Pictures = Readonly<Partial<Record<EvidenceKind, Buffer>>>;

/**
 * Maximum total cost of all pictures of a session. One unit is the time to decode a million pixels of a plain JPEG file.
 * A user of our pages who needs three attempts at the document and the selfie uses less than half of the maximum.
 */
const MOST_COST = 1_000;

/**
 * Accepts pictures for a session: adds their cost to the session, inspects them, and stores them. A picture and the
 * change to the session that it causes are stored together.
 */
@Injectable()
export class SessionPictures {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly inspection: PictureInspection,
    private readonly evidence: Evidence,
    private readonly changes: SessionChanges,
    private readonly events: SessionEvents,
  ) {}

  /** Inspects a picture, and returns it as a plain JPEG. A refused picture is not stored. */
  async take({ ref, step, pictureCost }: Session, given: GivenPicture, isFile = false): Promise<InspectedPicture> {
    if (pictureCost >= MOST_COST) throw IdvErrors.tooManyPictures();
    const inspected = await this.inspection.inspect(given, {
      type: given.type,
      isFile,
      onCost: async (cost) => {
        if ((await this.sessions.spendOnPicture(ref, cost)) > MOST_COST) throw IdvErrors.tooManyPictures();
      },
    });
    if (!('refused' in inspected)) return inspected;
    const { refused: fault } = inspected;
    await this.events.note(ref, { kind: 'picture-refused', step, details: { fault } });
    throw IdvErrors.pictureRefused(undefined, { fault });
  }

  find({ ref }: Session, kind: EvidenceKind): Promise<Buffer | undefined> {
    return this.evidence.read(ref, kind);
  }

  async read(session: Session, kind: EvidenceKind): Promise<Buffer> {
    const picture = await this.find(session, kind);
    if (!picture) throw IdvErrors.wrongStep(`The picture ${kind} is not there`);
    return picture;
  }

  /**
   * Stores pictures together with a change to the session. If the change fails, the pictures are dropped, so the stored
   * pictures are always those that were judged.
   */
  async keepWith<T>({ ref }: Pick<Session, 'ref'>, pictures: Pictures, change: Change<T>): Promise<T> {
    const staged: Record<string, string> = {};
    let unused: readonly string[] = [];
    try {
      for (const [kind, jpeg] of Object.entries(pictures))
        staged[kind] = await this.evidence.stage(ref, contentTypeOf(kind as EvidenceKind), Readable.from([jpeg]));
      return await this.changes.change(ref, async (session, now, tx) => {
        const result = await change(session, now, tx);
        unused = await this.evidence.adopt(ref, staged);
        return result;
      });
    } catch (error) {
      // The new pictures are deleted only after a `DomainError`. After other errors, the change may have been
      // committed.
      unused = error instanceof DomainError ? Object.values(staged) : [];
      throw wasRemoved(error) ? IdvErrors.finished() : error;
    } finally {
      await this.evidence.discard(ref, unused);
    }
  }

  /**
   * Changes a session, and removes the evidence that the change makes obsolete. `kindsOf` is called with the changed
   * session, and returns the kinds of evidence to remove.
   */
  async removeWith<T>(
    ref: SessionRef,
    kindsOf: (changed: Session) => readonly EvidenceKind[],
    change: Change<T>,
  ): Promise<T> {
    let removed: readonly string[] = [];
    const value = await this.changes.change(ref, async (session, now, tx) => {
      const result = await change(session, now, tx);
      removed = await this.evidence.release(tx, ref, kindsOf(session));
      return result;
    });
    await this.evidence.discard(ref, removed);
    return value;
  }
}

/** Whether the evidence of the session was removed while the picture was being uploaded. */
const wasRemoved = (error: unknown): boolean => error instanceof DomainError && error.kind.code === 'blobs/removed';
