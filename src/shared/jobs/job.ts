import { DiscoveryService } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../kernel/index.js';

interface CommonOptions {
  /** How many jobs of the kind run at once in one process. Kinds never wait for each other. */
  readonly concurrency?: number;
  /**
   * Divides the kind into lanes: how many jobs of one lane run at once, in all processes together. Lanes take turns, so
   * that a lane with a long backlog or hanging jobs delays no other as long as `concurrency` leaves room. `Infinity`:
   * lanes only take turns.
   */
  readonly laneConcurrency?: number;
  /** How long after a crash another process takes over. Renewed while the job runs. */
  readonly leaseSeconds?: number;
}

/** Either a number of tries with growing waits of up to an hour, or the wait after each failure but the last. */
type Tries =
  | { readonly attempts?: number }
  | {
      readonly waitSeconds: readonly number[];
      /** The waits are taken as they are, not spread by a fifth, for schedules that were promised. */
      readonly exactWaits?: true;
    };

export type JobOptions = CommonOptions & Tries;
export type RecurringOptions = JobOptions & { readonly everySeconds: number };

export interface JobDeclaration {
  readonly kind: string;
  readonly concurrency: number;
  readonly laneConcurrency: number | undefined;
  readonly leaseSeconds: number;
  readonly attempts: number;
  readonly waitSeconds: readonly number[] | undefined;
  readonly exactWaits: boolean;
  readonly everySeconds: number | undefined;
}

type HandlerClass = new (...args: never[]) => JobHandler;

/** Finds the declaration of a handler class. */
export const DeclaresJob = DiscoveryService.createDecorator<JobDeclaration>();

/** `@HandlesJob('users/erase', { attempts: 5 })`: this provider handles the jobs of that kind. */
export const HandlesJob =
  (kind: string, options: JobOptions = {}) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options))(handler);

/**
 * `@Recurring('users/inactivity-sweep', { everySeconds: 3600 })`: one process runs it each turn. Missed turns do not
 * pile up; a failure is retried until the next turn.
 */
export const Recurring =
  (kind: string, options: RecurringOptions) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options, options.everySeconds))(handler);

function declaration(kind: string, options: JobOptions, everySeconds?: number): JobDeclaration {
  const waitSeconds = 'waitSeconds' in options ? options.waitSeconds : undefined;
  const attempts = waitSeconds ? waitSeconds.length + 1 : 'attempts' in options ? options.attempts : undefined;
  const exactWaits = 'exactWaits' in options;
  const { concurrency = 2, laneConcurrency, leaseSeconds = 60 } = options;
  const isCapped = laneConcurrency !== undefined && laneConcurrency !== Infinity;
  if (isCapped && !(laneConcurrency >= 1 && laneConcurrency <= concurrency)) {
    throw new Error(`A lane of ${kind} takes from 1 to ${concurrency} jobs at once`);
  }
  return {
    kind,
    concurrency,
    laneConcurrency,
    leaseSeconds,
    attempts: attempts ?? 10,
    waitSeconds,
    exactWaits,
    everySeconds,
  };
}

/** One run of a job. */
export interface JobRun {
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborted when another process has taken the job over, or when this process must end. */
  readonly signal: AbortSignal;
}

/**
 * Handles one kind of job. A job may run again after a crash, even after it has finished, so it must be idempotent. It
 * fails by throwing and is then retried.
 */
export abstract class JobHandler<P extends JsonObject = JsonObject> {
  abstract perform(payload: P, run: JobRun): Promise<void>;

  /** How many of its jobs run at once, when only the running process knows. 0 leaves them to other processes. */
  places?(): number;

  /** Only jobs whose payload has `needs` among these are taken here. Such a kind has lanes. */
  offers?(): readonly string[];

  /**
   * Called when a job that failed here can be taken again at once, because other processes learn that only from their
   * next poll.
   */
  givenBack?(): Promise<void>;

  /**
   * Ends a job that has failed too often, which is then gone. Without it the job is parked. It may run without the lease,
   * beside another process that does the same.
   */
  giveUp?(payload: P): Promise<void>;
}

export interface FoundHandler {
  readonly declared: JobDeclaration;
  readonly handler: JobHandler;
}

/** Finds the providers of all modules that handle jobs. */
@Injectable()
export class JobHandlers {
  constructor(private readonly discovery: DiscoveryService) {}

  find(): FoundHandler[] {
    const found = this.discovery.getProviders({ metadataKey: DeclaresJob.KEY }).map((wrapper) => {
      const declared = this.discovery.getMetadataByDecorator(DeclaresJob, wrapper);
      const handler: unknown = wrapper.instance;
      if (!declared || !(handler instanceof JobHandler)) throw new Error(`${wrapper.name} is not a JobHandler`);
      return { declared, handler: handler as JobHandler };
    });
    assertOneAKind(found);
    return found;
  }
}

function assertOneAKind(found: readonly FoundHandler[]): void {
  const kinds = found.map(({ declared }) => declared.kind);
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice !== undefined) throw new Error(`Two handlers for jobs of kind ${twice}`);
}
