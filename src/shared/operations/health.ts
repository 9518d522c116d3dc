import { Injectable, Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Database } from '../persistence/database.js';
import { WithoutToken } from '../http/bearer/principal.js';

/**
 * Runs a check that may hang, and waits only for a limited time. While a check is running, all callers share it, so
 * that probes every second do not pile up behind a database that does not answer.
 */
export class BoundedProbe {
  #outstanding: Promise<boolean> | undefined;

  constructor(
    private readonly patienceMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Whether the check answered in time. */
  async isAnswered(): Promise<boolean> {
    this.#outstanding ??= this.#ask();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.patienceMs);
    });
    const answered = await Promise.race([this.#outstanding, tooLate]);
    clearTimeout(timer);
    return answered;
  }

  async #ask(): Promise<boolean> {
    try {
      await this.work();
      return true;
    } catch {
      return false;
    } finally {
      this.#outstanding = undefined;
    }
  }
}

type Check = 'up' | 'down';

export interface Report {
  readonly status: Check;
  /** Besides these three, what only a part of the routes needs: it is told, and decides nothing. */
  readonly checks: Readonly<Record<'surfaces' | 'database' | 'migrations', Check> & Record<string, Check>>;
}

const PATIENCE_MS = 1_000;

/** Whether a load balancer should send requests to this process. */
@Injectable()
export class Readiness {
  readonly #database = new BoundedProbe(PATIENCE_MS, () => this.#readMigrations());
  readonly #watched = new Map<string, BoundedProbe>();
  #applied = new Set<string>();
  #listening = false;

  constructor(private readonly db: Database) {}

  /** Called when every configured surface is listening. */
  open(): void {
    this.#listening = true;
  }

  get isOpen(): boolean {
    return this.#listening;
  }

  /** Called when the process is about to end, so that balancers go elsewhere before the listeners close. */
  withdraw(): void {
    this.#listening = false;
  }

  /** Has the report tell whether something answers that only a part of the routes needs. */
  watch(name: string, check: () => Promise<unknown>): void {
    this.#watched.set(name, new BoundedProbe(PATIENCE_MS, check));
  }

  async report(): Promise<Report> {
    const [answered, watched] = await Promise.all([this.#database.isAnswered(), this.#watchedChecks()]);
    const checks = {
      surfaces: upIf(this.#listening),
      database: upIf(answered),
      migrations: upIf(answered && this.#isMigrated()),
    };
    return {
      status: upIf(Object.values(checks).every((check) => check === 'up')),
      checks: { ...watched, ...checks },
    };
  }

  async #watchedChecks(): Promise<Record<string, Check>> {
    const found = [...this.#watched].map(async ([name, probe]) => [name, upIf(await probe.isAnswered())] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  async #readMigrations(): Promise<void> {
    const rows = await this.db.rows<{ name: string }>('SELECT name FROM schema_migrations');
    this.#applied = new Set(rows.map(({ name }) => name));
  }

  #isMigrated(): boolean {
    return this.db.dataSource.migrations.every(({ constructor }) => this.#applied.has(constructor.name));
  }
}

const upIf = (fact: boolean): Check => (fact ? 'up' : 'down');

@ApiExcludeController()
@WithoutToken('probes, inside the perimeter')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Any answer means alive. A process that cannot answer should be restarted. */
  @Get('live')
  live(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Report> {
    const report = await this.readiness.report();
    response.status(report.status === 'up' ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return report;
  }
}
