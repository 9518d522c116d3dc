import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob } from '../../events/jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../../events/jobs/job-handler.js';
import type { JobRequest } from '../../events/job.js';
import { nameOfColumn, sealedColumns } from '../../kernel/sealed-column.js';
import { Resealing } from './resealing.service.js';
import { Sealer } from './sealer.js';

const KIND = 'shared/reseal';
/** A process may take the job that has yet to be restarted with the new order of keys. */
const EACH_MINUTE_OF_AN_HOUR = Array<number>(60).fill(60);
const LOG_EVERY_MS = 30_000;

type Payload = { readonly column: string; readonly keyId: string };

/** One job for each sealed column: several processes work on several columns. */
export const resealJobs = (keyId: string): JobRequest[] =>
  sealedColumns().map((column) => {
    const name = nameOfColumn(column);
    return { kind: KIND, payload: { column: name, keyId }, dedupeKey: name };
  });

/** Seals one column again under the key that was asked for. */
@Injectable()
@HandlesJob(KIND, { concurrency: 1, waitSeconds: EACH_MINUTE_OF_AN_HOUR })
export class ResealColumn extends JobHandler<Payload> {
  readonly #log = new Logger(ResealColumn.name);

  constructor(
    private readonly resealing: Resealing,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async perform({ column: name, keyId }: Payload, { signal }: JobRun): Promise<void> {
    const column = sealedColumns().find((known) => nameOfColumn(known) === name);
    if (!column) throw new Error(`This process knows no sealed column ${name}`);
    // A process that was not restarted yet would seal under the old key again. Another one takes the next try.
    if (this.sealer.activeKey !== keyId) throw new Error(`This process seals with another key than ${keyId}`);
    const report = await this.resealing.reseal(column, { signal, onProgress: this.#progress(name) });
    if (signal.aborted) throw new Error('Broken off; the next try goes on with what is left');
    this.#log.log({ column: name, resealed: report.resealed }, 'A column was sealed again');
    for (const [reason, values] of report.unreadable) {
      this.#log.error({ column: name, reason, values }, 'Values could not be sealed again');
    }
  }

  #progress(column: string): (looked: number, resealed: number) => void {
    let next = performance.now() + LOG_EVERY_MS;
    return (looked, resealed) => {
      if (performance.now() < next) return;
      next = performance.now() + LOG_EVERY_MS;
      this.#log.log({ column, looked, resealed }, 'A column is being sealed again');
    };
  }
}
