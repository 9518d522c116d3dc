import { Injectable } from '@nestjs/common';

/**
 * Runs a check that may hang, and waits for it only for a limited time. Concurrent callers share one run of the check,
 * so that frequent probes do not pile up when the database does not answer.
 */
export class BoundedProbe {
  #outstanding: Promise<boolean> | undefined;

  constructor(
    private readonly patienceMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Returns whether the check succeeded in time. */
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
   * The result of each check. Only required checks determine `status`. Checks of dependencies that only some routes
   * need are reported, but do not affect it.
   */
  readonly checks: Readonly<Record<string, Check>>;
}

const PATIENCE_MS = 1_000;

/** Decides whether a load balancer should send requests to this process. */
@Injectable()
export class Readiness {
  readonly #needed = new Map<string, () => Promise<boolean>>();
  readonly #watched = new Map<string, BoundedProbe>();
  #listening = false;

  /** Makes the process ready. Call it when every configured surface is listening. */
  open(): void {
    this.#listening = true;
  }

  get isOpen(): boolean {
    return this.#listening;
  }

  /** Makes the process not ready. Call it before the listeners close, so that load balancers stop sending requests. */
  withdraw(): void {
    this.#listening = false;
  }

  /** Adds a required check. While it fails, the process is not ready. The check must limit its own duration. */
  need(name: string, check: () => Promise<boolean>): void {
    this.#needed.set(name, check);
  }

  /** Adds a check of a dependency that only some routes need. Its result is reported, but does not affect readiness. */
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
