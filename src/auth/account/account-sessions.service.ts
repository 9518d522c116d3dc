import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AdapterPayload, default as Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { UserDirectory, type UserCard } from '../../users/contract/index.js';
import { AuthorizationServer } from '../protocol/engine/authorization-server.service.js';
import { recordOf } from '../protocol/storage/engine.record.js';
import { changeSession } from '../protocol/storage/stored-sessions.adapter.js';
import { type LeveledSession, provenIn } from '../sessions/kept-factors.adapter.js';
import { type Level, levelOf, type Proven } from '../sessions/levels.js';
import { SessionLife } from '../sessions/session-life.service.js';
import { LoginSessionTermination } from '../sessions/login-session-termination.service.js';
import { SessionOrigins, type SessionOrigin } from '../sessions/session-origins.service.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { AccountApplications } from './account-applications.service.js';

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

type StorableSession = Session & { getValueAndPayload(): Promise<{ readonly payload: AdapterPayload }> };

/**
 * The signed-in user and their login session. The account page shares this session with all applications: signing in to
 * one of them signs the user in to all.
 */
export interface SignedIn {
  readonly user: UserCard;
  readonly session: Session;
}

/** A user whose session may have ended meanwhile. */
type MaybeSignedOut = Pick<SignedIn, 'user'> & { readonly session: Session | undefined };

export interface ListedSession {
  readonly uid: string;
  readonly since: Date;
  readonly origin: SessionOrigin;
  /** The level of the session (1 to 3), computed from the factors that were proven in it and have not expired. */
  readonly level: Level;
  /** The factors proven in the session, each with the time of its last use, in seconds since 1970. */
  readonly proven: Proven;
}

/** Selects the sessions and grants to end. */
interface EndedOthers {
  /** If set, sessions and grants that began after this time are kept. */
  readonly before?: Date;
  readonly by?: 'user' | 'enterprise';
}

/** A session as stored in the database. */
interface SessionRow extends LeveledSession {
  readonly uid: string;
  readonly since: Date;
  readonly origin: SessionOrigin;
}

const MOST_SHOWN = 50;

@Injectable()
export class AccountSessions {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly server: AuthorizationServer,
    private readonly users: UserDirectory,
    private readonly life: SessionLife,
    private readonly ending: LoginSessionTermination,
    private readonly origins: SessionOrigins,
    private readonly applications: AccountApplications,
    private readonly grants: GrantRevocation,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async current(request: Request, response: Response): Promise<SignedIn | undefined> {
    const session = await this.#read(request, response);
    const user = session.accountId === undefined ? undefined : await this.users.find(session.accountId);
    if (user?.status !== 'ACTIVE') return undefined;
    await this.life.noteUse(session);
    return { user, session };
  }

  isFresh({ session }: SignedIn): boolean {
    return this.life.isFresh(session);
  }

  /**
   * Signs the user in. The session gets a new id, so that an attacker who knew its previous id cannot use it (session
   * fixation). Any session of another user in the same browser ends.
   */
  async begin(request: Request, response: Response, { ref: { sub } }: UserCard, amr: readonly string[]): Promise<void> {
    const provider = await this.server.provider();
    const before = await this.#read(request, response);
    const mine = before.accountId === sub;
    if (!mine && before.accountId !== undefined) await this.ending.end(before);
    const login = { accountId: sub, amr: [...amr] };
    const session = (mine && (await this.#renewed(before, login))) || new provider.Session();
    if (session !== before) {
      session.loginAccount(login);
      await session.save(this.life.secondsLeft(session.loginTs));
    }
    await this.origins.note(session.uid, request);
    this.#setCookie(response, provider, session.jti);
  }

  async list({ user: { ref } }: Pick<SignedIn, 'user'>): Promise<ListedSession[]> {
    const now = this.clock.now().getTime() / 1000;
    return (await this.db.rows<SessionRow>(LIST, [ref.sub, MOST_SHOWN])).map(({ uid, since, origin, ...leveled }) => {
      const proven = provenIn({ ...leveled, accountId: ref.sub });
      return { uid, since, origin, proven, level: levelOf(proven, now) || 1 };
    });
  }

  async end({ user: { ref } }: Pick<SignedIn, 'user'>, uid: string): Promise<boolean> {
    const { Session } = await this.server.provider();
    const session = await Session.findByUid(uid);
    if (session?.accountId !== ref.sub) return false;
    await this.ending.end(session);
    return true;
  }

  /**
   * Ends the user's other sessions, sign-ins that no browser has collected yet, and all grants except those of this
   * session, including grants with `offline_access`. Without a session, ends all of them. If `before` is given, what
   * began after it is kept.
   */
  endOthers({ user: { ref }, session }: MaybeSignedOut, { before, by = 'user' }: EndedOthers = {}): Promise<void> {
    const inUse = Object.values(session?.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
    return this.uow.run(async (tx) => {
      await this.grants.withdrawSignIns(tx, ref.sub, before);
      for (const { uid, since } of await tx.rows<Pick<SessionRow, 'uid' | 'since'>>(LIST, [ref.sub, null])) {
        const isKept = uid === session?.uid || (before && since > before);
        if (!isKept) await this.ending.end({ uid, accountId: ref.sub });
      }
      await this.applications.endAll(ref, { except: inUse, by, ...(before && { before }) });
    });
  }

  /** Makes a change, and ends the other sessions in the same transaction unless the change is refused. */
  changeAlone(signedIn: SignedIn, change: () => Promise<boolean>): Promise<boolean> {
    return this.uow.run(async () => {
      const isChanged = await change();
      if (isChanged) await this.endOthers(signedIn);
      return isChanged;
    });
  }

  async leave(response: Response, { session }: SignedIn): Promise<void> {
    await this.ending.end(session);
    this.#setCookie(response, await this.server.provider(), '');
  }

  /**
   * Stores the login in the session and gives the session a new id. Returns undefined if the session has ended since it
   * was read, because an ended session must not come back.
   */
  async #renewed(session: Session, login: Parameters<Session['loginAccount']>[0]): Promise<Session | undefined> {
    session.loginAccount(login);
    session.resetIdentifier();
    const seconds = this.life.secondsLeft(session.loginTs);
    session.exp = Math.floor(this.clock.now().getTime() / 1000) + seconds;
    const { payload } = await (session as StorableSession).getValueAndPayload();
    const record = recordOf('Session', session.jti, payload, seconds);
    return (await changeSession(this.db, record, { isMoved: true })) ? session : undefined;
  }

  async #read(request: Request, response: Response): Promise<Session> {
    const provider = await this.server.provider();
    return provider.Session.get(provider.createContext(request, response));
  }

  #setCookie(response: Response, provider: Provider, value: string): void {
    const secure = this.config.authUrl.startsWith('https:');
    const maxAge = value === '' ? 0 : this.config.sessionTtl * 1000;
    response.cookie(provider.cookieName('session'), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge,
    });
  }
}

const LIST = `
  SELECT uid, since, coalesce(origin, '{}') AS origin, payload -> 'factors' AS factors, payload -> 'amr' AS amr,
         (payload -> 'loginTs')::int AS "loginTs"
  FROM auth.engine_record
  WHERE model = 'Session' AND account_id = $1 AND uid IS NOT NULL AND expires_at > now() ORDER BY since DESC LIMIT $2`;
