import { deserialize, serialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { Sealer } from '../../../shared/security/index.js';

/** The signals to every process. The previous release knows the same names. */
export const REQUEST_ASKED = 'idv/engine-job-asked';
export const REQUEST_ANSWERED = 'idv/engine-job-answered';
export type RequestAsked = { readonly pool: string };
export type RequestAnswered = { readonly jobId: string };

/** The pools of threads that may be in other processes. */
export const readingPools = ['documents', 'faces'] as const;
export type ReadingPool = (typeof readingPools)[number];

/** The kind of the jobs of a pool. */
export const readingKind = (pool: string): string => `idv/read-${pool}`;

/** `unavailable` means that a thread ended or was too slow. The caller should try again. */
export type EngineAnswer = { readonly value: unknown } | { readonly error: string } | { readonly unavailable: true };

const requestContext = (requestId: string): string => `idv/engine-job:${requestId}`;
const answerContext = (requestId: string): string => `idv/engine-answer:${requestId}`;

/** Pictures, and what is read from them, are sealed in the database like all others. */
@Injectable()
export class EngineRequestSealer {
  constructor(private readonly sealer: Sealer) {}

  /** The keys that this process can open and that a request may be sealed with. */
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
