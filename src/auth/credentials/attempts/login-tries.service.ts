import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../../shared/kernel/clock.js';
import type { Tenant } from '../../../shared/kernel/tenant.js';
import { Database } from '../../../shared/persistence/database.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { BlindIndex } from '../../../shared/security/sealing/blind-index.js';
import { UserLockout } from '../../../users/contract.js';

/** Of whom a password is tried: a user, or a name that nobody has, which is counted the same. */
export type Tried = { readonly sub: string } | { readonly tenant: Tenant; readonly login: string };

/** One try that was let through: it counts as wrong until it is known to be right. */
export interface Try {
  readonly subject: string;
  readonly browser: 'known' | 'unknown';
  readonly sub: string | undefined;
  /** How many there were, this one included. */
  readonly count: number;
}

export const MOST_TRIES = 5;
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
    private readonly lockout: UserLockout,
    private readonly clock: Clock,
  ) {}

  /** Undefined: not now. What was typed is not looked at then. */
  async pay(tried: Tried, browserIsKnown: boolean): Promise<Try | undefined> {
    const sub = 'sub' in tried ? tried.sub : undefined;
    const subject = sub ?? this.#nobody(tried);
    const browser = browserIsKnown || this.config.lockoutUnknown === 'block' ? 'known' : 'unknown';
    const paid = await this.db.one<{ tries: number }>(PAY[browser], [subject, this.clock.now()]);
    return paid && { subject, browser, sub, count: paid.tries };
  }

  async wasWrong({ browser, sub, count }: Try): Promise<void> {
    if (browser === 'known' && count >= MOST_TRIES && sub !== undefined) await this.lockout.block(sub);
  }

  async wasRight({ sub }: Try): Promise<void> {
    if (sub !== undefined) await this.db.rows(FORGET, [sub]);
  }

  /** Nothing was found out about it. */
  async giveBack({ subject, browser }: Try): Promise<void> {
    await this.db.rows(GIVE_BACK, [subject, browser, this.clock.now()]);
  }

  /** As when the enterprise has unblocked the user. */
  async forget(tx: Tx, sub: string): Promise<void> {
    await tx.rows(FORGET, [sub]);
  }

  #nobody(tried: Tried): string {
    if ('sub' in tried) return tried.sub;
    const { tenant, login } = tried;
    return this.index.hash(JSON.stringify([tenant.enterpriseId, tenant.test, login]), PURPOSE);
  }
}

const FORGET = 'DELETE FROM auth.login_tries WHERE subject = $1';
const GIVE_BACK = 'UPDATE auth.login_tries SET tries = tries - 1, open_at = $3 WHERE subject = $1 AND browser = $2';

const PAY = {
  known: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at) VALUES ($1, 'known', 1, $2::timestamptz, $2::timestamptz)
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN kept.since <= excluded.since - interval '24 hours' THEN 1 ELSE kept.tries + 1 END,
        since = CASE WHEN kept.since <= excluded.since - interval '24 hours' THEN excluded.since ELSE kept.since END,
        open_at = excluded.open_at
    WHERE kept.tries < ${MOST_TRIES} OR kept.since <= excluded.since - interval '24 hours'
    RETURNING tries`,

  // 1 s after the first, doubling to 15 min; forgotten after a day without any.
  unknown: `
    INSERT INTO auth.login_tries AS kept (subject, browser, tries, since, open_at)
    VALUES ($1, 'unknown', 1, $2::timestamptz, $2::timestamptz + interval '1 second')
    ON CONFLICT (subject, browser) DO UPDATE
    SET tries = CASE WHEN kept.open_at <= excluded.since - interval '24 hours' THEN 1 ELSE kept.tries + 1 END,
        since = excluded.since,
        open_at = excluded.since + CASE
          WHEN kept.open_at <= excluded.since - interval '24 hours' THEN interval '1 second'
          ELSE make_interval(secs => least(900, power(2, least(kept.tries, 10)))) END
    WHERE kept.open_at <= excluded.since
    RETURNING tries`,
} as const;
