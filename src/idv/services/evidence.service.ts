import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { BlobOwner } from '../../shared/blobs/blob.repository.js';
import { Blobs, type OpenBlob } from '../../shared/blobs/blobs.service.js';
import type { JsonObject } from '../../shared/kernel/json.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { MOST_EVIDENCE_BYTES, type EvidenceItem, type EvidenceKind, type SessionRef } from '../domain/evidence.js';
import { EvidenceRepository } from './evidence.repository.js';

/**
 * The pictures and findings of a session, sealed under a key of the session's own. `drop` deletes that key, and nothing
 * that it sealed can be read again. A session that was dropped takes no evidence: `keep` and `sealFindings` fail with
 * `blobs/removed`.
 */
@Injectable()
export class Evidence {
  constructor(
    private readonly blobs: Blobs,
    private readonly evidence: EvidenceRepository,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * A retake replaces the former picture; until all of it is kept, the former one stays. Not for use within a transaction:
   * it would stay open while the picture arrives.
   */
  async keep(
    session: SessionRef,
    kind: EvidenceKind,
    contentType: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const owner = ownerOf(session);
    const { blobId } = await this.blobs.put(owner, content, { contentType, mostBytes: MOST_EVIDENCE_BYTES });
    const former = await this.uow.run((tx) => this.evidence.replace(tx, session, kind, blobId));
    if (former !== undefined) await this.blobs.remove(owner, former);
  }

  /** As a stream, to be passed on. */
  async open(session: SessionRef, kind: EvidenceKind): Promise<OpenBlob | undefined> {
    const blobId = await this.evidence.blobOf(session, kind);
    return blobId === undefined ? undefined : this.blobs.get(ownerOf(session), blobId);
  }

  /** The whole picture, of at most `MOST_EVIDENCE_BYTES`. */
  async read(session: SessionRef, kind: EvidenceKind): Promise<Buffer | undefined> {
    const opened = await this.open(session, kind);
    return opened && buffer(opened.content);
  }

  async list(session: SessionRef): Promise<EvidenceItem[]> {
    const [records, stored] = [await this.evidence.list(session), await this.blobs.list(ownerOf(session))];
    const infos = new Map(stored.map((info) => [info.blobId, info]));
    return records.flatMap(({ kind, blobId }) => {
      const info = infos.get(blobId);
      return info ? [{ kind, contentType: info.contentType, bytes: info.bytes, createdAt: info.createdAt }] : [];
    });
  }

  /** Seals what was read or judged, to be stored with the session. */
  sealFindings(session: SessionRef, value: JsonObject): Promise<Buffer> {
    return this.blobs.sealValue(ownerOf(session), value);
  }

  /** Undefined when the session was dropped. */
  openFindings(session: SessionRef, sealed: Uint8Array): Promise<JsonObject | undefined> {
    return this.blobs.openValue(ownerOf(session), sealed);
  }

  /** Within the caller's transaction, if there is one: evidence and status change together. May be repeated. */
  drop(session: SessionRef): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.evidence.remove(tx, session);
      await this.blobs.removeOwner(ownerOf(session));
    });
  }
}

const ownerOf = ({ tenant, sessionId }: SessionRef): BlobOwner => ({ tenant, owner: `idv/session:${sessionId}` });
