import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config.js';
import type { Tenant } from '../../../../shared/kernel/tenant.js';
import { Database } from '../../../../shared/persistence/database.js';
import type { Tx } from '../../../../shared/persistence/tx.js';
import { BlindIndex } from '../../../../shared/security/sealing/blind-index.js';
import { MOST_TRIES, AttemptLockout } from './spent-tries.service.js';
import { networkOf } from '../../../../shared/http/rate-limits.js';
import { KernelErrors } from '../../../../shared/kernel/errors.js';
import { currentContext } from '../../../../shared/kernel/request-context.js';
import type { RateLimiter } from '../../../../shared/security/rate-limits/rate-limiter.js';
import { SharedLimits } from '../../../../shared/security/rate-limits/shared-limits.service.js';

/** Of whom a password is tried: a user, or a name that nobody has, which is counted the same. */
export type Tried = { readonly sub: string } | { readonly tenant: Tenant; readonly login: string };

/** One try that was let through: it counts as wrong until it is known to be right. */
export interface Try {
  readonly subject: string;
  readonly sub: string | null;
  readonly browserIsKnown: boolean;
  readonly counter: 'known' | 'unknown';
  /** How many there were, this one included. */
  readonly count: number;
}

const PURPOSE = 'auth/login-tries';

/**
 * Counts wrong tries. Each is paid for before the password is looked at: of a hundred at once only as many are looked at
 * as one after the other. From a browser that the user has logged in with they count to five in 24 hours and block; from
 * others they share one counter that only makes the next one wait, so that nobody can lock a user out.
 */
@Injectable()
export class LoginTries {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    private readonly index: BlindIndex,
    private readonly spent: AttemptLockout,
  ) {}

  /** Undefined: not now. What was typed is not looked at then. */
  async begin(tried: Tried, browserIsKnown: boolean): Promise<Try | undefined> {
    const sub = 'sub' in tried ? tried.sub : null;
    const subject = sub ?? this.#nobody(tried);
    const counter = browserIsKnown || this.config.lockoutUnknown === 'block' ? 'known' : 'unknown';
    const paid = await this.db.one<{ tries: number }>(PAY[counter], [subject]);
    if (paid) return { subject, sub, browserIsKnown, counter, count: paid.tries };
    if (counter === 'known' && (await this.spent.isUnsettled(subject))) {
      await this.#block({ subject, sub, browserIsKnown });
    }
    return undefined;
  }

  /** Has what was typed looked at, and draws the consequences. Where nothing could be found out the try is given back. */
  async settle(paid: Try, isRight: () => Promise<boolean>): Promise<boolean> {
    const { subject, counter, count } = paid;
    const right = await isRight().catch(async (error: unknown) => {
      await this.db.rows(GIVE_BACK, [subject, counter]);
      throw error;
    });
    await this.db.rows(SETTLE, [subject, counter, right]);
    if (!right && counter === 'known' && count >= MOST_TRIES) await this.#block(paid);
    return right;
  }

  /** As when the enterprise has unblocked the user. */
  async forget(tx: Tx, sub: string): Promise<void> {
    await tx.rows(FORGET, [sub]);
  }

  /** Whoever has a browser that is known knows that there is such a user. From others it must not take longer. */
  #block({ subject, sub, browserIsKnown }: Pick<Try, 'subject' | 'sub' | 'browserIsKnown'>): Promise<void> {
    return browserIsKnown ? this.spent.block({ subject, sub }) : this.spent.blockLater({ subject, sub });
  }

  #nobody(tried: Tried): string {
    if ('sub' in tried) return tried.sub;
    const { tenant, login } = tried;
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login]), PURPOSE);
  }
}

const FORGET = 'DELETE FROM auth.login_tries WHERE subject = $1';
/** The same statement whatever came of it: a right password of a user who is blocked takes as long as a wrong one. */
const SETTLE = `
  UPDATE auth.login_tries SET
    tries = CASE WHEN $3::boolean THEN 0 ELSE tries END,
    since = CASE WHEN $3 THEN now() ELSE since END,
    open_at = CASE WHEN $3 THEN now() ELSE open_at END
  WHERE subject = $1 AND (browser = $2 OR $3)`;
const GIVE_BACK = 'UPDATE auth.login_tries SET tries = tries - 1, open_at = now() WHERE subject = $1 AND browser = $2';

/** Also where it lies in the future: the clock of the database was put back. */
const isOver = (time: string): string => `(${time} <= now() - interval '24 hours' OR ${time} > now())`;

/** By the time of the database: the clocks of processes differ, and one that is ahead would keep users out. */
const PAY = {
  known: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at) VALUES ($1, 'known', 1, now(), now())
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN ${isOver('kept.since')} THEN 1 ELSE kept.tries + 1 END,
        since = CASE WHEN ${isOver('kept.since')} THEN now() ELSE kept.since END,
        open_at = now()
    WHERE kept.tries < ${MOST_TRIES} OR ${isOver('kept.since')}
    RETURNING tries`,

  // 1 s after the first, doubling to 15 min; forgotten after a day without any. Nobody waits for longer than that.
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

/** One address may try so many passwords and codes, whomever it tries them for: else it would try one for each user. */
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

  take(): void {
    const address = currentContext()?.address;
    const { allowed, retryAfterSeconds } = this.#limiter.take(address ? networkOf(address) : 'unknown');
    if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
  }
}
