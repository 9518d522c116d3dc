import { deserialize, serialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { Sealer } from '../../../shared/security/index.js';

/** Topics of the signals sent to all processes. They must stay the same as in the previous release. */
export const REQUEST_ASKED = 'idv/engine-job-asked';
export const REQUEST_ANSWERED = 'idv/engine-job-answered';
export type RequestAsked = { readonly pool: string };
export type RequestAnswered = { readonly jobId: string };

/** The thread pools whose jobs may run in another process. */
export const readingPools = ['documents', 'faces'] as const;
export type ReadingPool = (typeof readingPools)[number];

/** The kind of the jobs that analyse pictures in the given thread pool: `documents` or `faces`. */
export const readingKind = (pool: string): string => `idv/read-${pool}`;

/**
 * The result of a request. `unavailable` means that a thread ended or was too slow, and that the caller should retry.
 */
export type EngineAnswer = { readonly value: unknown } | { readonly error: string } | { readonly unavailable: true };

const requestContext = (requestId: string): string => `idv/engine-job:${requestId}`;
const answerContext = (requestId: string): string => `idv/engine-answer:${requestId}`;

/** Encrypts pictures, and the data read from them, before they are stored in the database. */
@Injectable()
export class EngineRequestSealer {
  constructor(private readonly sealer: Sealer) {}

  /**
   * The IDs of the encryption keys of this process. It accepts only jobs whose pictures are encrypted with one of these
   * keys.
   */
  get keyIds(): string[] {
    return this.sealer.keyIds;
  }

  get activeKey(): string {
    return this.sealer.activeKey;
  }

  sealRequest(requestId: string, request: unknown): Buffer {
    return this.sealer.seal(serialize(request), requestContext(requestId));
  }

  openRequest(requestId: string, sealed: Uint8Array): unknown {
    return deserialize(this.sealer.open(sealed, requestContext(requestId)));
  }

  sealAnswer(requestId: string, answer: EngineAnswer): Buffer {
    return this.sealer.seal(serialize(answer), answerContext(requestId));
  }

  openAnswer(requestId: string, sealed: Uint8Array): EngineAnswer {
    return deserialize(this.sealer.open(sealed, answerContext(requestId))) as EngineAnswer;
  }
}
