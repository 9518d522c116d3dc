import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database.js';
import { BoundedQuestion } from '../bounded-question.js';

type Check = 'up' | 'down';

export interface Report {
  readonly status: Check;
  readonly checks: Readonly<Record<'surfaces' | 'database' | 'migrations', Check>>;
}

const PATIENCE_MS = 1_000;

/** Whether a balancer should send requests here. */
@Injectable()
export class Readiness {
  readonly #database = new BoundedQuestion(PATIENCE_MS, () => this.#readMigrations());
  #applied = new Set<string>();
  #listening = false;

  constructor(private readonly db: Database) {}

  /** Every surface asked for is listening. */
  open(): void {
    this.#listening = true;
  }

  /** The process is about to end: whoever asks is sent elsewhere before the listeners close. */
  withdraw(): void {
    this.#listening = false;
  }

  async report(): Promise<Report> {
    const answered = await this.#database.isAnswered();
    const checks = {
      surfaces: upIf(this.#listening),
      database: upIf(answered),
      migrations: upIf(answered && this.#isMigrated()),
    };
    return { status: upIf(Object.values(checks).every((check) => check === 'up')), checks };
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
