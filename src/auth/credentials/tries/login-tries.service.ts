import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { currentContext, KernelErrors, type Tenant } from '../../../shared/kernel/index.js';
import { Database, type Tx } from '../../../shared/persistence/index.js';
import { BlindIndex, type RateLimiter, SharedLimits } from '../../../shared/security/index.js';
import { CountedTries } from './counted-tries.entity.js';
import { MOST_TRIES, TriesLockout } from './tries-lockout.service.js';
import { domainErrorOf, networkOf } from '../../../shared/http/index.js';

/** The name that was typed, and its user if there is one. Tries of a name without a user are counted too. */
export interface Tried {
  readonly tenant: Tenant;
  readonly login: string;
  readonly sub: string | undefined;
}

/** A try that was let through. It counts as wrong until it is known to be right. */
export interface Try {
  readonly subject: string;
  readonly sub: string | null;
  readonly browserIsKnown: boolean;
  readonly counter: 'known' | 'unknown';
  /** The number of tries so far, this one included. */
  readonly count: number;
}

export type ListedTries = Readonly<Pick<CountedTries, 'browser' | 'tries' | 'openAt'>>;

const PURPOSE = 'auth/login-tries';

/**
 * Counts wrong tries. A try is counted before its password is checked, so that a hundred parallel tries get no further
 * than a hundred in a row. Five within 24 hours from a browser that the user has logged in with before block the user. All
 * other browsers share one counter, which only delays the next try, so that no stranger can lock a user out.
 */
@Injectable()
export class LoginTries {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly index: BlindIndex,
    private readonly spent: TriesLockout,
  ) {}

  /** Undefined when the try comes too soon. Its password is then not checked. */
  begin({ sub, ...named }: Tried, browserIsKnown: boolean): Promise<Try | undefined> {
    const unused = this.#subjectOf(named); // created for known users too, because it takes time
    return this.#begin(sub ?? unused, sub ?? null, browserIsKnown);
  }

  /** A try of a user who is logged in: the browser or device is known. */
  beginStepUp(sub: string): Promise<Try | undefined> {
    return this.#begin(sub, sub, true);
  }

  /** A try of a code that a user who is logged in adds. Right passwords do not reset these tries. */
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
   * Checks the password: a right one resets the counter, the last wrong one blocks. A check that fails is not counted.
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

  /** Lists the tries of a user that still count. */
  of(sub: string): Promise<ListedTries[]> {
    return this.db.rows(COUNTED, [sub]);
  }

  /** Used when a password was recovered. Wrong codes keep delaying. */
  forgetPasswords(tx: Tx, sub: string): void {
    tx.removeAll(CountedTries, { subject: sub });
  }

  /** Used when the enterprise has unblocked the user, or lets the tries be forgotten. */
  forget(tx: Tx, sub: string): Promise<void> {
    this.forgetPasswords(tx, sub);
    tx.removeAll(CountedTries, { subject: codesOf(sub) });
    return Promise.resolve();
  }

  /** A known browser may learn that the user exists. For others the block must not make the answer slower. */
  #block({ subject, sub, browserIsKnown }: Pick<Try, 'subject' | 'sub' | 'browserIsKnown'>): Promise<void> {
    return browserIsKnown ? this.spent.block({ subject, sub }) : this.spent.blockLater({ subject, sub });
  }

  /** The key that tries of a name are counted by when no user has it. */
  #subjectOf({ tenant, login }: Omit<Tried, 'sub'>): string {
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login]), PURPOSE);
  }
}

const codesOf = (sub: string): string => `code:${sub}`;

/** One statement for right and wrong: the right password of a blocked user takes as long as a wrong one. */
const SETTLE = `
  UPDATE auth.login_tries SET
    tries = CASE WHEN $3::boolean THEN 0 ELSE tries END,
    since = CASE WHEN $3 THEN now() ELSE since END,
    open_at = CASE WHEN $3 THEN now() ELSE open_at END
  WHERE subject = $1 AND (browser = $2 OR $3)`;
const GIVE_BACK = 'UPDATE auth.login_tries SET tries = tries - 1, open_at = now() WHERE subject = $1 AND browser = $2';

/** A time in the future counts as over: the clock of the database was put back. */
const isOver = (time: string): string => `(${time} <= now() - interval '24 hours' OR ${time} > now())`;

const COUNTED = `
  SELECT browser, tries, open_at AS "openAt" FROM auth.login_tries
  WHERE subject = $1 AND tries > 0 AND NOT ${isOver('since')} ORDER BY browser`;

const WRONG = `SELECT tries FROM auth.login_tries WHERE subject = $1 AND browser = 'known' AND NOT ${isOver('since')}`;

/** Times are those of the database: the clocks of processes differ, and one that is ahead would keep users out. */
const COUNT = {
  known: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at) VALUES ($1, 'known', 1, now(), now())
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN ${isOver('kept.since')} THEN 1 ELSE kept.tries + 1 END,
        since = CASE WHEN ${isOver('kept.since')} THEN now() ELSE kept.since END,
        open_at = now()
    WHERE kept.tries < ${MOST_TRIES} OR ${isOver('kept.since')}
    RETURNING tries`,

  // The wait is 1 s after the first try and doubles up to 15 min. A day without tries resets it.
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
 * Limits the failed tries of one network address over all users: otherwise it could try one password for each user. A try
 * is taken before it is made, so that parallel tries do not exceed the limit. It is given back when it succeeds, so that
 * users who share an address do not use up each other's tries, and when we fail ourselves.
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

/** Whether the service is at fault, and not the caller. */
const isOurs = (error: unknown): boolean => domainErrorOf(error).kind.faces.status >= 500;
