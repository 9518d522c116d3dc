import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { InternalSignIns } from '../../auth/contract/index.js';
import { type ConsoleCaller, ConsoleErrors } from '../../shared/auth-guard/index.js';
import { Clock, type JsonObject, newSecret, secretDigest, Tenant } from '../../shared/kernel/index.js';
import { type AuditEntry, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { OPERATORS_ENTERPRISE, UserDirectory } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { Operator } from '../people/operator.entity.js';
import { effectiveRoles } from '../roles/grants.js';
import { ConsoleSession } from './console-session.entity.js';
import { ConsoleSessionRepository, type KnownSession } from './console-session.repository.js';
import { isGood, STEP_UP_MS, USE_NOTED_MS } from './session-life.js';

const TENANT = Tenant.of(OPERATORS_ENTERPRISE, false);
const LONGEST_AGENT = 300;
/** Maximum number of concurrent sessions per operator. A further sign-in ends the oldest one. */
const MOST_SESSIONS = 10;

/** The IP address and the user agent that a request comes from. */
export interface Browser {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export const browserOf = ({ context, headers }: IncomingMessage): Browser => ({
  address: context?.address ?? null,
  userAgent: headers['user-agent']?.slice(0, LONGEST_AGENT) ?? null,
});

/**
 * Manages the sessions of operators. A session begins with a passkey, is identified by a cookie, and ends when its row
 * is deleted.
 */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly sessions: ConsoleSessionRepository,
    private readonly users: UserDirectory,
    private readonly signIns: InternalSignIns,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session and returns the value of its cookie, which is not stored. Throws if the user is not an operator.
   * `instead` is the id of the browser's previous session, which ends.
   */
  async begin(sub: string, browser: Browser, instead: string | null = null): Promise<string> {
    const before = instead === null ? undefined : await this.sessions.findById(instead);
    const now = this.clock.now();
    const cookie = newSecret();
    await this.uow.run(async (tx) => {
      const operator = await tx.lock(Operator, { sub });
      if (!operator || operator.hasEnded(now)) throw OperatorErrors.signedOut();
      if (before) this.#end(tx, before, 'operators.signed-out', { because: 'another sign-in' });
      await this.signIns.end(sub);
      await this.sessions.endOldestOf(tx, sub, MOST_SESSIONS - 1);
      await tx.add(ConsoleSession.begin({ sub, cookieDigest: secretDigest(cookie), ...browser }, now));
      tx.pending.audit.push(noteOf('operators.signed-in', sub));
    });
    return cookie;
  }

  /** Finds a valid session, and records that it was used. */
  async open(cookie: string | undefined, browser: Browser): Promise<KnownSession> {
    const session = await this.look(cookie, browser);
    const now = this.clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() > USE_NOTED_MS) await this.sessions.noteUse(session.id, now);
    return session;
  }

  /**
   * Finds a valid session without recording its use, for requests that a page sends without an action by the operator.
   */
  async look(cookie: string | undefined, browser: Browser): Promise<KnownSession> {
    const session = await this.find(cookie);
    if (!session || !(await this.#isGood(session))) throw OperatorErrors.signedOut();
    if (isElsewhere(session, browser)) {
      await this.uow.run((tx) => {
        this.#end(tx, session, 'operators.session-ended', { because: 'elsewhere' });
        return Promise.resolve();
      });
      throw OperatorErrors.signedOut('The session was used from another address and another browser, so it has ended');
    }
    return session;
  }

  /** Finds the session that a cookie identifies, whether it is valid or has expired. */
  async find(cookie: string | undefined): Promise<KnownSession | undefined> {
    return cookie === undefined ? undefined : this.sessions.find(secretDigest(cookie));
  }

  /** Returns those of the given sessions that are still valid, by id. */
  async good(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, KnownSession>> {
    const now = this.clock.now().getTime();
    const found = await this.sessions.findAll([...ids]);
    return new Map(found.filter((session) => isGood(session, now)).map((session) => [session.id, session]));
  }

  /**
   * Records that the operator has used a passkey again. Returns the value of a new cookie, which replaces the previous
   * one.
   */
  async stepUp(sessionId: string, sub: string, browser: Browser): Promise<string> {
    const session = await this.sessions.findById(sessionId);
    if (session?.sub !== sub || !(await this.#isGood(session))) throw OperatorErrors.signedOut();
    const [cookie, now] = [newSecret(), this.clock.now()];
    const renewed = { cookieDigest: secretDigest(cookie), passkeyAt: now, lastUsedAt: now, ...browser };
    await this.uow.run(async (tx) => {
      if (!(await this.sessions.renew(tx, session, renewed))) throw OperatorErrors.signedOut();
      await this.signIns.end(sub);
      tx.pending.audit.push(noteOf('operators.stepped-up', sub));
    });
    return cookie;
  }

  /** Ends the session in the console and at the authorization server. */
  async end(session: KnownSession): Promise<void> {
    await this.uow.run(async (tx) => {
      this.#end(tx, session, 'operators.signed-out');
      await this.signIns.end(session.sub);
    });
  }

  /** Ends all sessions of the operator except the session `but`, in the console and at the authorization server. */
  async endOthers(sub: string, but: string | undefined): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.sessions.endAllOf(tx, sub, but);
      await this.signIns.end(sub);
    });
  }

  async #isGood(session: KnownSession): Promise<boolean> {
    return isGood(session, this.clock.now().getTime()) && (await this.users.statusOf(session.sub)) === 'ACTIVE';
  }

  #end(tx: Tx, { id, sub }: KnownSession, kind: string, details: JsonObject = {}): void {
    this.sessions.end(tx, id);
    tx.pending.audit.push({ ...noteOf(kind, sub), details });
  }
}

/**
 * Whether both the IP address and the browser differ from those of the last sign-in or step-up. Updates and travel
 * rarely change both, so the cookie is assumed to be stolen.
 */
const isElsewhere = ({ address, userAgent }: Browser, now: Browser): boolean =>
  address !== null && now.address !== null && address !== now.address && userAgent !== now.userAgent;

const noteOf = (kind: string, sub: string): AuditEntry => ({
  kind,
  tenant: TENANT,
  subject: sub,
  actor: { kind: 'operator', id: sub, isUser: true },
});

/** Converts a session to the caller whose rights the guard of every route checks. */
export function callerOf({ id: sessionId, sub, userId, passkeyAt, grants }: KnownSession): ConsoleCaller {
  const steppedUpUntil = passkeyAt.getTime() + STEP_UP_MS;
  return {
    sub,
    sessionId,
    steppedUpUntil,
    at: (named) => {
      const { enterpriseId, test, roles, scopes, withSecond, everywhere } = effectiveRoles(grants, named);
      if (roles.length === 0) throw ConsoleErrors.notGranted();
      const tenant = Tenant.of(enterpriseId, test);
      const operator = { sessionId, steppedUpUntil, withSecond };
      const common = { clientId: CONSOLE, enterpriseId, test, scopes, sub, userId, operator };
      return { tenant, principal: { ...common, kind: 'operator', administrator: everywhere } };
    },
  };
}

/** The id of the OAuth client through which operators sign in. */
export const CONSOLE = 'console';
