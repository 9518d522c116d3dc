import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { UserActivity } from '../../users/contract/index.js';
import { isWorthNoting, secondsLeft } from './login-session.js';

/** The parts of the protocol engine's login session that we use. Times are in seconds since 1970. */
interface LoginSession {
  readonly uid: string;
  readonly accountId?: string | undefined;
  readonly loginTs?: number | undefined;
  readonly exp: number;
}

/** A user who changes credentials must have logged in within this many seconds. */
const FRESH_SECONDS = 600;

/** Computes and extends the lifetime of login sessions. */
@Injectable()
export class SessionLife {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly activity: UserActivity,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The seconds that remain for a session that is being used now. */
  secondsLeft(loginTs: number | undefined): number {
    const { sessionTtl: absoluteSeconds, sessionIdle: idleSeconds } = this.config;
    return secondsLeft(this.#now(), loginTs, { absoluteSeconds, idleSeconds });
  }

  isFresh({ loginTs = 0 }: Pick<LoginSession, 'loginTs'>): boolean {
    // A login time in the future comes from a wrong clock, so it does not count as recent.
    return Math.abs(this.#now() - loginTs) < FRESH_SECONDS;
  }

  /**
   * Extends the session and records the user's activity, because inactive users become INACTIVE. Only updates the row,
   * so that a session that has just ended is not stored again.
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
