import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../../shared/kernel/clock.js';
import { Database } from '../../../shared/persistence/database.js';
import { UserActivity } from '../../../users/contract.js';
import { isWorthNoting, secondsLeft } from '../../domain/login-session.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import { GrantRevocation } from '../tokens/grant-revocation.service.js';
import { LogoutNotices, type Authorizations } from './back-channel-logout.js';

/** A login session, as the engine has it. Times are seconds since 1970. */
interface LoginSession {
  readonly uid: string;
  readonly accountId?: string | undefined;
  readonly loginTs?: number | undefined;
  readonly exp: number;
}

/** What changes how somebody signs in needs a login of lately. */
const FRESH_SECONDS = 600;

/** How long login sessions live, on whichever page they began. */
@Injectable()
export class SessionLife {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly activity: UserActivity,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Of a session that is used now. */
  secondsLeft(loginTs: number | undefined): number {
    const { sessionTtl: absoluteSeconds, sessionIdle: idleSeconds } = this.config;
    return secondsLeft(this.#now(), loginTs, { absoluteSeconds, idleSeconds });
  }

  isFresh({ loginTs = 0 }: Pick<LoginSession, 'loginTs'>): boolean {
    return Math.abs(this.#now() - loginTs) < FRESH_SECONDS; // one of the future was made by a clock that was wrong
  }

  /**
   * The session lives on, and so does its user: those who use nothing for long fall INACTIVE. One that was ended a moment
   * ago stays so: it is changed here, not stored again.
   */
  async noteUse({ uid, accountId, loginTs, exp }: LoginSession): Promise<void> {
    if (accountId !== undefined) this.activity.touch(accountId);
    const left = this.secondsLeft(loginTs);
    const end = Math.floor(this.#now()) + left;
    if (isWorthNoting(end - exp, this.config.sessionIdle)) await this.db.rows(PROLONG, [uid, left, end]);
  }

  #now(): number {
    return this.clock.now().getTime() / 1000;
  }
}

const PROLONG = `
  UPDATE auth.engine_record
  SET expires_at = now() + $2 * interval '1 second', payload = jsonb_set(payload, '{exp}', to_jsonb($3::bigint))
  WHERE model = 'Session' AND uid = $1`;

/** A login session as the engine keeps it. */
export interface EndedSession {
  readonly uid: string;
  readonly accountId?: string;
  readonly authorizations?: Authorizations;
}

/** Ends a session with what it led to: its applications are told, and their tokens end, but those meant to last. */
@Injectable()
export class LoginSessionTermination {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: GrantRevocation,
    private readonly notices: LogoutNotices,
  ) {}

  async end({ uid, accountId = '', authorizations = {} }: EndedSession): Promise<void> {
    await this.uow.run(async (tx) => {
      await tx.rows(END, [uid]);
      await this.notices.push(tx, accountId, authorizations);
    });
    for (const { grantId, persistsLogout } of Object.values(authorizations)) {
      if (grantId !== undefined && !persistsLogout) await this.grants.revokeTokens(grantId);
    }
  }
}

const END = `DELETE FROM auth.engine_record WHERE model = 'Session' AND uid = $1`;
