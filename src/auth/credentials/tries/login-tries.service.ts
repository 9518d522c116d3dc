import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { currentContext, KernelErrors, type Tenant } from '../../../shared/kernel/index.js';
import { Database, type Tx } from '../../../shared/persistence/index.js';
import { BlindIndex, type RateLimiter, SharedLimits } from '../../../shared/security/index.js';
import { CountedTries } from './counted-tries.entity.js';
import { MOST_TRIES, TriesLockout } from './tries-lockout.service.js';
import { domainErrorOf, networkOf } from '../../../shared/http/index.js';

/** The name as typed, and the user who has it, if any. Attempts with unknown names are counted too. */
export interface Tried {
  readonly tenant: Tenant;
  readonly login: string;
  readonly sub: string | undefined;
}

/** An attempt that was allowed. It counts as failed until it proves to be correct. */
export interface Try {
  readonly subject: string;
  readonly sub: string | null;
  readonly browserIsKnown: boolean;
  readonly counter: 'known' | 'unknown';
  /** The number of attempts so far, including this one. */
  readonly count: number;
}

export type ListedTries = Readonly<Pick<CountedTries, 'browser' | 'tries' | 'openAt'>>;

const PURPOSE = 'auth/login-tries';

/**
 * Limits failed attempts. An attempt is counted before its password is checked, so that parallel attempts cannot exceed
 * the limit. Five failures within 24 hours from browsers known for the user block the user. All other browsers share
 * one counter for each user, which only delays the next attempt, so that strangers cannot lock a user out. If
 * LOCKOUT_UNKNOWN is `block`, attempts from these browsers count like those from known browsers.
 */
@Injectable()
export class LoginTries {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly index: BlindIndex,
    private readonly spent: TriesLockout,
  ) {}

  /**
   * Counts an attempt. Returns undefined if the attempt is too early or none is left. The password must then not be
   * checked.
   */
  begin({ sub, ...named }: Tried, browserIsKnown: boolean): Promise<Try | undefined> {
    // Hashes the login name even if it belongs to a user, so that the duration is the same in both cases.
    const unused = this.#subjectOf(named);
    return this.#begin(sub ?? unused, sub ?? null, browserIsKnown);
  }

  /** Counts an attempt by a signed-in user, always as one from a known browser. */
  beginStepUp(sub: string): Promise<Try | undefined> {
    return this.#begin(sub, sub, true);
  }

  /** Counts an attempt to enter a second-factor code. Correct passwords do not reset this counter. */
  beginCode(sub: string): Promise<Try | undefined> {
    return this.#begin(codesOf(sub), sub, false);
  }

  async wrongStepUps(sub: string): Promise<number> {
    return (await this.db.one<{ tries: number }>(WRONG, [sub]))?.tries ?? 0;
  }

  async #begin(subject: string, sub: string | null, browserIsKnown: boolean): Promise<Try | undefined> {
    const counter = browserIsKnown || this.config.lockoutUnknown === 'block' ? 'known' : 'unknown';
    const counted = await this.db.one<{ tries: number }>(COUNT[counter], [subject]);
    if (counted) return { subject, sub, browserIsKnown, counter, count: counted.tries };
    if (counter === 'known' && (await this.spent.isUnsettled(subject))) {
      await this.#block({ subject, sub, browserIsKnown });
    }
    return undefined;
  }

  /**
   * Checks an attempt: a correct one resets the counter, and the last allowed failure blocks the user. If the check
   * throws, the attempt does not count.
   */
  async settle(begun: Try, isRight: () => Promise<boolean>): Promise<boolean> {
    const { subject, counter, count } = begun;
    const right = await isRight().catch(async (error: unknown) => {
      await this.db.rows(GIVE_BACK, [subject, counter]);
      throw error;
    });
    await this.db.rows(SETTLE, [subject, counter, right]);
    if (!right && count === MOST_TRIES) await this.spent.tell(begun.sub);
    if (!right && counter === 'known' && count >= MOST_TRIES) await this.#block(begun);
    return right;
  }

  /** The user's counters of failed attempts that have not expired. */
  of(sub: string): Promise<ListedTries[]> {
    return this.db.rows(COUNTED, [sub]);
  }

  /** Resets the counters for passwords after a password recovery. Counters for codes are kept. */
  forgetPasswords(tx: Tx, sub: string): void {
    tx.removeAll(CountedTries, { subject: sub });
  }

  /** Resets all counters after the enterprise has unblocked the user or reset the failed attempts. */
  forget(tx: Tx, sub: string): Promise<void> {
    this.forgetPasswords(tx, sub);
    tx.removeAll(CountedTries, { subject: codesOf(sub) });
    return Promise.resolve();
  }

  /**
   * Blocks the user. In a known browser, the response may reveal that the user exists. Otherwise a job blocks the user,
   * so that the response is not slower.
   */
  #block({ subject, sub, browserIsKnown }: Pick<Try, 'subject' | 'sub' | 'browserIsKnown'>): Promise<void> {
    return browserIsKnown ? this.spent.block({ subject, sub }) : this.spent.blockLater({ subject, sub });
  }

  /** The key of the counter for a login name that matches no user. */
  #subjectOf({ tenant, login }: Omit<Tried, 'sub'>): string {
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login]), PURPOSE);
  }
}

const codesOf = (sub: string): string => `code:${sub}`;

/**
 * Uses one statement for correct and wrong passwords, so that the correct password of a blocked user takes as long as a
 * wrong one.
 */
const SETTLE = `
  UPDATE auth.login_tries SET
    tries = CASE WHEN $3::boolean THEN 0 ELSE tries END,
    since = CASE WHEN $3 THEN now() ELSE since END,
    open_at = CASE WHEN $3 THEN now() ELSE open_at END
  WHERE subject = $1 AND (browser = $2 OR $3)`;
const GIVE_BACK = `
  UPDATE auth.login_tries SET tries = greatest(tries - 1, 0), open_at = now() WHERE subject = $1 AND browser = $2`;

/**
 * SQL condition: whether a time is at least 24 hours ago. It is also true for a time in the future, which exists only
 * if the database's clock was set back.
 */
const isOver = (time: string): string => `(${time} <= now() - interval '24 hours' OR ${time} > now())`;

const COUNTED = `
  SELECT browser, tries, open_at AS "openAt" FROM auth.login_tries
  WHERE subject = $1 AND tries > 0 AND NOT ${isOver('since')} ORDER BY browser`;

const WRONG = `SELECT tries FROM auth.login_tries WHERE subject = $1 AND browser = 'known' AND NOT ${isOver('since')}`;

/**
 * Uses the database's time, because the clocks of processes differ, and one that is ahead would lock users out for
 * longer.
 */
const COUNT = {
  known: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at) VALUES ($1, 'known', 1, now(), now())
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN ${isOver('kept.since')} THEN 1 ELSE kept.tries + 1 END,
        since = CASE WHEN ${isOver('kept.since')} THEN now() ELSE kept.since END,
        open_at = now()
    WHERE kept.tries < ${MOST_TRIES} OR ${isOver('kept.since')}
    RETURNING tries`,

  // The delay is 1 s after the first attempt and doubles up to 15 min. A day without attempts resets it.
  unknown: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at)
    VALUES ($1, 'unknown', 1, now(), now() + interval '1 second')
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN kept.open_at <= now() - interval '24 hours' THEN 1 ELSE kept.tries + 1 END,
        since = now(),
        open_at = now() + CASE
          WHEN kept.open_at <= now() - interval '24 hours' THEN interval '1 second'
          ELSE make_interval(secs => least(900, power(2, least(kept.tries, 10)))) END
    WHERE kept.open_at <= now() OR kept.open_at > now() + interval '15 minutes'
    RETURNING tries`,
} as const;

/**
 * Limits failed attempts by network address, across all users, because an attacker could otherwise try one password for
 * each user. An attempt is counted before the check, so that parallel attempts cannot exceed the limit. The count is
 * reversed on success, because users may share an address, and after an error of the service.
 */
@Injectable()
export class AddressLimit {
  readonly #limiter: RateLimiter;

  constructor(@Inject(CONFIG) { loginAddressRate, loginAddressBurst }: Config, limits: SharedLimits) {
    this.#limiter = limits.limiter({
      name: 'login-address',
      perSecond: loginAddressRate / 60,
      burst: loginAddressBurst,
    });
  }

  async countFailures<T>(attempt: () => Promise<T>, succeeded: (result: T) => boolean): Promise<T> {
    const address = currentContext()?.address;
    const network = address ? networkOf(address) : 'unknown';
    const { allowed, retryAfterSeconds } = await this.#limiter.takeShared(network);
    if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
    try {
      const result = await attempt();
      if (succeeded(result)) this.#limiter.giveBack(network);
      return result;
    } catch (error) {
      if (isOurs(error)) this.#limiter.giveBack(network);
      throw error;
    }
  }
}

/** Whether an error is the service's fault, not the caller's. */
const isOurs = (error: unknown): boolean => domainErrorOf(error).kind.spec.status >= 500;
