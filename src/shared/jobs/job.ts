import { DiscoveryService } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../kernel/index.js';

interface CommonOptions {
  /** Maximum number of jobs of this kind that run at once in one process. Other kinds are not affected. */
  readonly concurrency?: number;
  /**
   * Divides the kind into lanes, and limits how many jobs of a lane run at once in all processes together. Lanes take
   * turns, so a lane with a long backlog or hanging jobs does not delay others, unless it uses up `concurrency`.
   * `Infinity`: lanes take turns, but have no limit of their own.
   */
  readonly laneConcurrency?: number;
  /** How long a job stays leased after its process has crashed. While the job runs, the lease is renewed. */
  readonly leaseSeconds?: number;
}

/**
 * How often a failing job is attempted. With `attempts`: up to this many times, with waits that grow to an hour at
 * most. With `waitSeconds`: once immediately, and then once after each of these waits.
 */
type Tries =
  | { readonly attempts?: number }
  | {
      readonly waitSeconds: readonly number[];
      /**
       * Uses exactly the waits listed, for schedules that are documented. Otherwise, each wait varies at random by up
       * to a fifth.
       */
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

/** Stores the declaration of a job on its handler class, where `JobHandlers` finds it. */
export const DeclaresJob = DiscoveryService.createDecorator<JobDeclaration>();

/** Declares the kind of jobs that a provider handles: `@HandlesJob('users/erase', { attempts: 5 })`. */
export const HandlesJob =
  (kind: string, options: JobOptions = {}) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options))(handler);

/**
 * Declares a job that runs in one of the processes at each interval: `@Recurring('users/inactivity-sweep', {
 * everySeconds: 3600 })`. A missed run is not made up for. A failed run is retried until the next interval.
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
  /** The number of this attempt, beginning with 1. */
  readonly attempt: number;
  /**
   * Is aborted when another process has taken over the job, or when this process must end. The handler should then
   * stop.
   */
  readonly signal: AbortSignal;
}

/**
 * Handles one kind of job. A job fails if `perform` throws, and is then retried. It may run again after a crash, even
 * after it has finished, so it must be idempotent.
 */
export abstract class JobHandler<P extends JsonObject = JsonObject> {
  abstract perform(payload: P, run: JobRun): Promise<void>;

  /**
   * Maximum number of jobs of this kind that this process may run at once, if it is known only at run time. It
   * overrides `concurrency`. A process that returns 0 leaves the jobs to other processes.
   */
  places?(): number;

  /**
   * If present, this process takes only jobs whose payload has one of the returned values in its member `needs`. The
   * kind must have lanes.
   */
  offers?(): readonly string[];

  /**
   * Called after this process has put a job back into the queue, so that another process can run it at once. Notify the
   * other processes here; otherwise they find the job only at their next poll.
   */
  givenBack?(): Promise<void>;

  /**
   * Called when all attempts of a job have failed, before the job is removed. Without this method, the job is parked
   * instead. The lease may have been lost by then, so another process may call this for the same job at the same time.
   */
  giveUp?(payload: P): Promise<void>;
}

/**
 * Thrown by `perform` if the job cannot be done now for a reason outside it, such as a busy receiver. The job is tried
 * again after the wait, and the attempt does not count.
 */
export class Postponed extends Error {
  constructor(
    message: string,
    readonly waitSeconds: number,
  ) {
    super(message);
  }
}

export interface FoundHandler {
  readonly declared: JobDeclaration;
  readonly handler: JobHandler;
}

/** Finds the job handlers among the providers of all modules. */
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
