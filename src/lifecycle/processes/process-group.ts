import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DatabaseAddress } from '../../../ormconfig.js';
import type { StartNote } from '../../shared/operations/development-start.js';
import type { OwnReports, ReportKind } from '../../surfaces/operations/report-messages.js';
import type { Ending } from '../shutdown.js';
import { joined } from './joined-reports.js';
import { ProcessFailed } from './process-failed.js';
import type { ToPrimary, ToProcess } from './process-messages.js';
import { waitBefore } from './process-plan.js';

/** For a report of a process that may hang. */
const PATIENCE_MS = 2_000;
/** A process that lived longer begins anew with its waits. */
const STEADY_MS = 60_000;
/** When a process has failed more often in a row, and no other serves, the program ends. */
const MOST_FAILURES = 5;

interface Member {
  readonly number: number;
  readonly worker: Worker;
  readonly ready: Promise<readonly StartNote[]>;
  readonly exited: Promise<number>;
}

/** The processes of one start, in the primary. It keeps as many as were asked for, and reloads them one by one. */
export class ProcessGroup {
  readonly #log = new Logger('Processes');
  /** The ones that serve, by their number. One that is being replaced is no longer in here. */
  readonly #serving = new Map<number, Member>();
  readonly #alive = new Set<Member>();
  /** How often in a row a process has ended early, by its number. */
  readonly #failures = new Map<number, number>();
  readonly #reports = new Map<number, (report: unknown) => void>();
  #lastReport = 0;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;

  constructor(
    private readonly processes: number,
    private readonly address: DatabaseAddress,
    private readonly ending: Ending,
  ) {
    cluster.on('message', (worker, message: ToPrimary) => void this.#hear(worker, message));
  }

  /** Starts the first alone, since it makes what all need, such as signing keys. Returns what a developer should know. */
  async start(): Promise<readonly StartNote[]> {
    const notes = await this.#begin(1);
    const others = Array.from({ length: this.processes - 1 }, (_, index) => this.#begin(index + 2));
    await Promise.all(others);
    return notes;
  }

  /** Replaces one process after the other. What a replacement reads anew: files of secrets and certificates. */
  reload(): Promise<void> {
    this.#reloadAgain = true;
    this.#reloading ??= this.#reloadWhileAsked().finally(() => (this.#reloading = undefined));
    return this.#reloading;
  }

  async end(): Promise<void> {
    for (const { worker } of this.#alive) worker.process.kill('SIGTERM');
    await Promise.all([...this.#alive].map(({ exited }) => exited));
  }

  #isEnding(): boolean {
    return this.ending.wasAsked;
  }

  async #reloadWhileAsked(): Promise<void> {
    while (this.#reloadAgain && !this.#isEnding()) {
      this.#reloadAgain = false;
      for (const number of [...this.#serving.keys()].sort((a, b) => a - b)) {
        if (this.#isEnding() || !(await this.#replace(number))) return;
      }
      this.#log.log({ processes: this.processes }, 'Reloaded');
    }
  }

  /** Returns whether the new one serves. The old one goes only then. */
  async #replace(number: number): Promise<boolean> {
    const old = this.#serving.get(number);
    try {
      await this.#begin(number);
    } catch (error) {
      this.#log.error(error, 'A process could not be replaced: the old one goes on, and the reload ends here');
      return false;
    }
    old?.worker.process.kill('SIGTERM');
    await old?.exited;
    return true;
  }

  async #begin(number: number): Promise<readonly StartNote[]> {
    const member = this.#fork(number);
    const notes = await member.ready;
    this.#serving.set(number, member);
    void this.#keep(member, Date.now());
    return notes;
  }

  #fork(number: number): Member {
    const worker = cluster.fork();
    const exited = new Promise<number>((resolve) => {
      worker.once('exit', (code: number | null) => resolve(code ?? 1));
    });
    const ready = new Promise<readonly StartNote[]>((resolve, reject) => {
      worker.on('message', (message: ToPrimary) => {
        if (message.type === 'started') tell(worker, { type: 'start', number, address: this.address });
        if (message.type === 'ready') resolve(message.notes);
      });
      void exited.then((code) => reject(new ProcessFailed(number, code)));
    });
    const member = { number, worker, ready, exited };
    this.#alive.add(member);
    void exited.then(() => this.#alive.delete(member));
    return member;
  }

  /** Starts a process again that ends without having been replaced. */
  async #keep(member: Member, since: number): Promise<void> {
    const code = await member.exited;
    if (this.#serving.get(member.number) !== member) return;
    this.#serving.delete(member.number);
    if (Date.now() - since > STEADY_MS) this.#failures.delete(member.number);
    await this.#startAgain(member.number, code);
  }

  async #startAgain(number: number, lastCode: number): Promise<void> {
    let code = lastCode;
    while (!this.#isEnding()) {
      const failures = (this.#failures.get(number) ?? 0) + 1;
      this.#failures.set(number, failures);
      if (failures > MOST_FAILURES && this.#serving.size === 0) {
        this.#log.fatal({ process: number, code }, 'No process stays alive: the program ends');
        this.ending.ask(code || 1);
        return;
      }
      const waitMs = waitBefore(failures);
      this.#log.error({ process: number, code, waitMs }, 'A process has died and is started again');
      await sleep(waitMs);
      try {
        if (!this.#isEnding()) await this.#begin(number);
        return;
      } catch (error) {
        code = error instanceof ProcessFailed ? error.exitCode : 1;
      }
    }
  }

  async #hear(worker: Worker, message: ToPrimary): Promise<void> {
    if (message.type === 'own-report') this.#reports.get(message.id)?.(message.report);
    if (message.type !== 'report-of-all-wanted') return;
    const report = await this.#reportOfAll(message.kind);
    tell(worker, { type: 'report-of-all', id: message.id, report });
  }

  async #reportOfAll(kind: ReportKind): Promise<unknown> {
    return kind === 'health'
      ? joined.health(await this.#askAll(kind), this.processes)
      : joined.metrics(await this.#askAll(kind), this.processes);
  }

  #askAll<K extends ReportKind>(kind: K): Promise<(OwnReports[K] | undefined)[]> {
    return Promise.all([...this.#serving.values()].map(({ worker }) => this.#ask(worker, kind)));
  }

  #ask<K extends ReportKind>(worker: Worker, kind: K): Promise<OwnReports[K] | undefined> {
    const id = ++this.#lastReport;
    return new Promise<OwnReports[K] | undefined>((resolve) => {
      const patience = setTimeout(() => resolve(undefined), PATIENCE_MS);
      this.#reports.set(id, (report) => {
        clearTimeout(patience);
        resolve(report as OwnReports[K]);
      });
      tell(worker, { type: 'own-report-wanted', id, kind });
    }).finally(() => this.#reports.delete(id));
  }
}

function tell(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message);
}
