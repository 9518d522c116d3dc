import type { JsonObject } from '../../kernel/json.js';

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
