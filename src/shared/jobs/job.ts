import { DiscoveryService } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../kernel/index.js';

interface CommonOptions {
  /** How many jobs of the kind run at once in one process. Kinds never wait for each other. */
  readonly concurrency?: number;
  /**
   * Divides the kind into lanes, and limits how many jobs of a lane run at once in all processes together. Lanes are
   * served in turn, so a lane with a long backlog or hanging jobs delays no other while `concurrency` leaves room.
   * `Infinity`: no limit, but lanes are served in turn.
   */
  readonly laneConcurrency?: number;
  /** How long a job stays leased after its process has crashed. The lease is renewed while the job runs. */
  readonly leaseSeconds?: number;
}

/**
 * How often a job is tried until it succeeds: up to `attempts` times with growing waits of up to an hour, or once, and
 * then again after each wait listed in `waitSeconds`.
 */
type Tries =
  | { readonly attempts?: number }
  | {
      readonly waitSeconds: readonly number[];
      /**
       * Waits exactly as long as listed, for schedules that are documented. Otherwise each wait varies at random by up
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

/** Finds the declaration of a handler class. */
export const DeclaresJob = DiscoveryService.createDecorator<JobDeclaration>();

/** `@HandlesJob('users/erase', { attempts: 5 })`: this provider handles the jobs of that kind. */
export const HandlesJob =
  (kind: string, options: JobOptions = {}) =>
  (handler: HandlerClass): void =>
    void DeclaresJob(declaration(kind, options))(handler);

/**
 * `@Recurring('users/inactivity-sweep', { everySeconds: 3600 })`: one of the processes runs the job at each interval.
 * Missed runs are not made up for; a failed run is retried until the next interval.
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

  /**
   * How many jobs of the kind this process may run at once, for a number that is known only at run time. It replaces
   * `concurrency`. With 0, this process takes no job, and leaves them to other processes.
   */
  places?(): number;

  /**
   * Limits the jobs that this process takes: the member `needs` of a job's payload must be one of these values. The
   * kind must have lanes.
   */
  offers?(): readonly string[];

  /**
   * Called after this process has returned a job that can be taken again at once. Other processes would otherwise
   * notice it only at their next poll.
   */
  givenBack?(): Promise<void>;

  /**
   * Called when a job has failed too often; then the job is removed. Without this method the job is parked. The lease
   * may be lost by then, so another process may call it for the same job at the same time.
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
