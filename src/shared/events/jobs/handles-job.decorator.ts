import { DiscoveryService } from '@nestjs/core';
import type { JobHandler } from './job-handler.js';

interface CommonOptions {
  /** How many of a kind run at once in one process. Kinds never wait for each other. */
  readonly concurrency?: number;
  /**
   * Divides the kind by the `lane` of its jobs: how many of one lane run at once, in all processes together. Lanes take
   * turns, so that one with a long backlog, or with jobs that hang, delays no other as long as `concurrency` leaves room.
   */
  readonly laneConcurrency?: number;
  /** How long after a crash another process takes over. Renewed while the job runs. */
  readonly leaseSeconds?: number;
}

/** Either tries with growing waits between them, up to an hour, or a wait for each failure but the last. */
type Tries = { readonly attempts?: number } | { readonly waitSeconds: readonly number[] };

export type JobOptions = CommonOptions & Tries;
export type RecurringOptions = JobOptions & { readonly everySeconds: number };

export interface JobDeclaration {
  readonly kind: string;
  readonly concurrency: number;
  readonly laneConcurrency: number | undefined;
  readonly leaseSeconds: number;
  readonly attempts: number;
  readonly waitSeconds: readonly number[] | undefined;
  readonly everySeconds: number | undefined;
}

type HandlerClass = new (...args: never[]) => JobHandler;

/** Finds the declaration of a handler class. */
export const DeclaresJob = DiscoveryService.createDecorator<JobDeclaration>();

/** `@HandlesJob('users/erase', { attempts: 5 })`: this provider does the jobs of that kind. */
export const HandlesJob =
  (kind: string, options: JobOptions = {}) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options))(handler);

/**
 * `@Recurring('users/inactivity-sweep', { everySeconds: 3600 })`: one process does it each turn, without being
 * asked. Turns that were missed do not pile up; a failure is retried until the next turn comes.
 */
export const Recurring =
  (kind: string, options: RecurringOptions) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options, options.everySeconds))(handler);

function declaration(kind: string, options: JobOptions, everySeconds?: number): JobDeclaration {
  const waitSeconds = 'waitSeconds' in options ? options.waitSeconds : undefined;
  const attempts = waitSeconds ? waitSeconds.length + 1 : 'attempts' in options ? options.attempts : undefined;
  const { concurrency = 2, laneConcurrency, leaseSeconds = 60 } = options;
  if (laneConcurrency !== undefined && !(laneConcurrency >= 1 && laneConcurrency <= concurrency)) {
    throw new Error(`A lane of ${kind} takes from 1 to ${concurrency} jobs at once`);
  }
  return { kind, concurrency, laneConcurrency, leaseSeconds, attempts: attempts ?? 10, waitSeconds, everySeconds };
}
