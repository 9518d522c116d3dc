import { Injectable } from '@nestjs/common';

/**
 * Runs a check that may hang, and limits the wait. Concurrent callers share one check, so that frequent probes do not
 * pile up behind a database that does not answer.
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
  /**
   * The result of each check. Only the required ones decide the status; checks of dependencies that some routes need
   * are reported only.
   */
  readonly checks: Readonly<Record<string, Check>>;
}

const PATIENCE_MS = 1_000;

/** Whether a load balancer should send requests to this process. */
@Injectable()
export class Readiness {
  readonly #needed = new Map<string, () => Promise<boolean>>();
  readonly #watched = new Map<string, BoundedProbe>();
  #listening = false;

  /** Called when every configured surface is listening. */
  open(): void {
    this.#listening = true;
  }

  get isOpen(): boolean {
    return this.#listening;
  }

  /**
   * Makes the process not ready before it ends, so that load balancers stop sending requests before the listeners
   * close.
   */
  withdraw(): void {
    this.#listening = false;
  }

  /** Adds a required check: without it the process is not ready. The check itself must limit how long it takes. */
  need(name: string, check: () => Promise<boolean>): void {
    this.#needed.set(name, check);
  }

  /** Adds a check to the report of something that only a part of the routes needs. */
  watch(name: string, check: () => Promise<unknown>): void {
    this.#watched.set(name, new BoundedProbe(PATIENCE_MS, check));
  }

  async report(): Promise<Report> {
    const [watched, needed] = await Promise.all([
      resultsOf([...this.#watched].map(([name, probe]) => [name, probe.isAnswered()])),
      resultsOf([...this.#needed].map(([name, check]) => [name, check()])),
    ]);
    const deciding = { surfaces: upIf(this.#listening), ...needed };
    return {
      status: upIf(Object.values(deciding).every((check) => check === 'up')),
      checks: { ...watched, ...deciding },
    };
  }
}

async function resultsOf(checks: readonly (readonly [string, Promise<boolean>])[]): Promise<Record<string, Check>> {
  return Object.fromEntries(await Promise.all(checks.map(async ([name, check]) => [name, upIf(await check)] as const)));
}

const upIf = (fact: boolean): Check => (fact ? 'up' : 'down');
