import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { type BlobOwner, Blobs, type OpenBlob } from '../../shared/storage/index.js';
import type { JsonObject } from '../../shared/kernel/index.js';
import { UnitOfWork, type Tx } from '../../shared/persistence/index.js';
import { MOST_EVIDENCE_BYTES, type EvidenceItem, type EvidenceKind } from './evidence.js';
import { type SessionRef } from '../sessions/rules/session-ref.js';
import { EvidenceRepository } from './evidence.repository.js';

export type StagedPictures = Readonly<Partial<Record<EvidenceKind, string>>>;

/**
 * Stores the pictures and findings of a session, encrypted with a key that belongs to this session only. `drop` deletes
 * the key, so that nothing can be decrypted any more; after that, `keep` and `sealFindings` fail with `blobs/removed`.
 */
@Injectable()
export class Evidence {
  constructor(
    private readonly blobs: Blobs,
    private readonly evidence: EvidenceRepository,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Stores a picture in the evidence. The previous picture of this kind is replaced only once the new one is completely
   * stored. Do not call this within a transaction, which would stay open during the upload.
   */
  async keep(
    session: SessionRef,
    kind: EvidenceKind,
    contentType: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const staged = await this.stage(session, contentType, content);
    await this.discard(session, await this.adopt(session, { [kind]: staged }));
  }

  /** Stores a picture that is not part of the evidence yet. Do not call this within a transaction. */
  async stage(session: SessionRef, contentType: string, content: AsyncIterable<Uint8Array>): Promise<string> {
    const limits = { contentType, mostBytes: MOST_EVIDENCE_BYTES };
    return (await this.blobs.put(ownerOf(session), content, limits)).blobId;
  }

  /**
   * Makes pictures from `stage` part of the evidence, within the caller's transaction if there is one. Returns the
   * pictures that they replace, which the caller discards after the commit.
   */
  adopt(session: SessionRef, staged: StagedPictures): Promise<string[]> {
    return this.uow.run(async (tx) => {
      const replaced: string[] = [];
      for (const [kind, blobId] of Object.entries(staged)) {
        const former = blobId && (await this.evidence.replace(tx, session, kind as EvidenceKind, blobId));
        if (former !== undefined) replaced.push(former);
      }
      return replaced;
    });
  }

  /**
   * Removes items of these kinds from the evidence, but not their blobs. Returns the blobs, which the caller discards
   * after the commit.
   */
  release(tx: Tx, session: SessionRef, kinds: readonly EvidenceKind[]): Promise<string[]> {
    return this.evidence.removeKinds(tx, session, kinds);
  }

  /** Removes pictures that are not yet, or no longer, part of the evidence. */
  async discard(session: SessionRef, staged: readonly string[]): Promise<void> {
    for (const blobId of staged) await this.blobs.remove(ownerOf(session), blobId);
  }

  /** Opens a picture as a stream. */
  async open(session: SessionRef, kind: EvidenceKind): Promise<OpenBlob | undefined> {
    const blobId = await this.evidence.blobOf(session, kind);
    return blobId === undefined ? undefined : this.blobs.get(ownerOf(session), blobId);
  }

  /** Reads a whole picture, of at most `MOST_EVIDENCE_BYTES`, into memory. */
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

  /** Encrypts findings, to be stored with the session. */
  sealFindings(session: SessionRef, value: JsonObject): Promise<Buffer> {
    return this.blobs.sealValue(ownerOf(session), value);
  }

  /** Decrypts findings. Returns undefined if the session's evidence was dropped. */
  openFindings(session: SessionRef, sealed: Uint8Array): Promise<JsonObject | undefined> {
    return this.blobs.openValue(ownerOf(session), sealed);
  }

  /**
   * Deletes the evidence. If the caller has a transaction, the deletion is part of it, so that the evidence and the
   * session's status change together. A second call does nothing.
   */
  drop(session: SessionRef): Promise<void> {
    return this.uow.run(async (tx) => {
      this.evidence.remove(tx, session);
      await this.blobs.removeOwner(ownerOf(session));
    });
  }
}

const ownerOf = ({ tenant, sessionId }: SessionRef): BlobOwner => ({ tenant, owner: `idv/session:${sessionId}` });
