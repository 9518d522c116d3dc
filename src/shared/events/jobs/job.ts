import { DiscoveryService } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json.js';

/** Work for later: slow, outside, or large. Stored with the change that asks for it. */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /**
   * Asking again while a job of this kind and key waits makes no second one: the latest payload and the earliest
   * time count. Asking while it runs makes it run once more. Two of one key never run at once.
   */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
  /** Of a kind that is divided into lanes: whose turn it takes, such as the id of the endpoint that is called. */
  readonly lane?: string;
}

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

/** One run of a job. */
export interface JobRun {
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborted when another process has taken the job over, or when this one must end now. */
  readonly signal: AbortSignal;
}

/**
 * Does one kind of job. It may run again after a crash, even after it has finished, so its effect must be the same
 * when it comes twice. It fails by throwing, and is then tried again.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it names the payload for each handler
export abstract class JobHandler<P extends JsonObject = JsonObject> {
  abstract perform(payload: P, run: JobRun): Promise<void>;
}

export interface FoundHandler {
  readonly declared: JobDeclaration;
  readonly handler: JobHandler;
}

/** The providers of all modules that handle jobs. */
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
