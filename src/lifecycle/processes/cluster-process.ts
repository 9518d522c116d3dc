import cluster, { type Worker } from 'node:cluster';
import { Logger } from '@nestjs/common';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { StartNote } from '../../shared/observability/index.js';
import type { OwnReports, ReportKind } from '../../surfaces/operations/report-messages.js';
import { ProcessFailed, type StartedProcess } from './process-slot.js';
import type { ToPrimary, ToProcess } from './process-messages.js';

/** How long to wait for a process's report, because the process may hang. */
const PATIENCE_MS = 2_000;

/** A worker process that shares its listeners with the other workers. */
export class ClusterProcess implements StartedProcess {
  readonly ready: Promise<readonly StartNote[]>;
  readonly exited: Promise<number>;
  readonly #log = new Logger('Processes');
  readonly #worker: Worker = cluster.fork();
  readonly #reports = new Map<number, (report: unknown) => void>();
  #lastReport = 0;

  constructor(number: number, address: DatabaseAddress, answer: (kind: ReportKind) => Promise<unknown>) {
    const worker = this.#worker;
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code: number | null) => resolve(code ?? 1));
      worker.on('error', (error) => {
        // A process that could not be started has no PID and never emits `exit`, so `exited` is resolved here.
        this.#log.debug({ err: error, process: number }, 'A process was not reached');
        if (worker.process.pid === undefined) resolve(1);
      });
    });
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message: ToPrimary) => {
        if (message.type === 'started') this.#tell({ type: 'start', number, address });
        else if (message.type === 'ready') resolve(message.notes);
        else if (message.type === 'own-report') this.#reports.get(message.id)?.(message.report);
        else void answer(message.kind).then((report) => this.#tell({ type: 'report-of-all', id: message.id, report }));
      });
      void this.exited.then((code) => reject(new ProcessFailed(number, code)));
    });
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#worker.process.kill(signal);
  }

  /** Requests a report from the process. Undefined if the process does not respond in time. */
  ask<K extends ReportKind>(kind: K): Promise<OwnReports[K] | undefined> {
    const id = ++this.#lastReport;
    return new Promise<OwnReports[K] | undefined>((resolve) => {
      const patience = setTimeout(() => resolve(undefined), PATIENCE_MS);
      this.#reports.set(id, (report) => {
        clearTimeout(patience);
        resolve(report as OwnReports[K]);
      });
      this.#tell({ type: 'own-report-wanted', id, kind });
    }).finally(() => this.#reports.delete(id));
  }

  #tell(message: ToProcess): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }
}
