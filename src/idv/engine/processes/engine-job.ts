import { deserialize, serialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { Sealer } from '../../../shared/security/index.js';

/** Told to every process. */
export const JOB_ASKED = 'idv/engine-job-asked';
export const JOB_ANSWERED = 'idv/engine-job-answered';
export type JobAsked = { readonly pool: string };
export type JobAnswered = { readonly jobId: string };

/** `unavailable`: a thread ended or was too slow, so that the caller is to come back. */
export type EngineAnswer = { readonly value: unknown } | { readonly error: string } | { readonly unavailable: true };

const jobContext = (jobId: string): string => `idv/engine-job:${jobId}`;
const answerContext = (jobId: string): string => `idv/engine-answer:${jobId}`;

/** Pictures and what is read of them lie in the database as sealed as all others. */
@Injectable()
export class EngineJobSealer {
  constructor(private readonly sealer: Sealer) {}

  /** How the jobs begin that this process can open. */
  get prefixes(): Buffer[] {
    return this.sealer.prefixes;
  }

  sealJob(jobId: string, job: unknown): Buffer {
    return this.sealer.seal(serialize(job), jobContext(jobId));
  }

  openJob(jobId: string, sealed: Uint8Array): unknown {
    return deserialize(this.sealer.open(sealed, jobContext(jobId)));
  }

  sealAnswer(jobId: string, answer: EngineAnswer): Buffer {
    return this.sealer.seal(serialize(answer), answerContext(jobId));
  }

  openAnswer(jobId: string, sealed: Uint8Array): EngineAnswer {
    return deserialize(this.sealer.open(sealed, answerContext(jobId))) as EngineAnswer;
  }
}
