import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database.js';
import { answersWithin } from '../answers-within.js';

type Check = 'up' | 'down';

export interface Report {
  readonly status: Check;
  readonly checks: Readonly<Record<'surfaces' | 'database' | 'migrations', Check>>;
}

const PATIENCE_MS = 1_000;

/** Whether a balancer should send requests here. */
@Injectable()
export class Readiness {
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
    let applied: Set<string> | undefined;
    const answered = await answersWithin(PATIENCE_MS, async () => {
      applied = new Set(
        (await this.db.rows<{ name: string }>('SELECT name FROM schema_migrations')).map((m) => m.name),
      );
    });
    const checks = {
      surfaces: upIf(this.#listening),
      database: upIf(answered),
      migrations: upIf(this.db.dataSource.migrations.every(({ constructor }) => applied?.has(constructor.name))),
    };
    return { status: upIf(Object.values(checks).every((check) => check === 'up')), checks };
  }
}

const upIf = (fact: boolean): Check => (fact ? 'up' : 'down');
