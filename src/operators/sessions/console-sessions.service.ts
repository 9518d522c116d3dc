import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { type ConsoleCaller, ConsoleErrors } from '../../shared/auth-guard/index.js';
import { Clock, newSecret, secretDigest, Tenant } from '../../shared/kernel/index.js';
import { type AuditEntry, UnitOfWork } from '../../shared/persistence/index.js';
import { OPERATORS_ENTERPRISE, UserDirectory } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { OperatorRepository } from '../people/operator.repository.js';
import { standingAt } from '../roles/grants.js';
import { ConsoleSession } from './console-session.entity.js';
import { ConsoleSessionRepository, type KnownSession } from './console-session.repository.js';
import { isGood, STEP_UP_MS, USE_NOTED_MS } from './session-life.js';

const TENANT = Tenant.of(OPERATORS_ENTERPRISE, false);
const LONGEST_AGENT = 300;

export interface Browser {
  readonly address: string | null;
  readonly userAgent: string | undefined;
}

/** Sessions of operators: begun by a passkey, held by one cookie, ended by deleting a row. */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly sessions: ConsoleSessionRepository,
    private readonly operators: OperatorRepository,
    private readonly users: UserDirectory,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The value of the cookie, told this once. Fails for somebody who is no operator. */
  async begin(sub: string, { address, userAgent }: Browser): Promise<string> {
    const operator = await this.operators.find(sub);
    const now = this.clock.now();
    if (!operator || operator.hasEnded(now)) throw OperatorErrors.signedOut();
    const cookie = newSecret();
    const agent = userAgent?.slice(0, LONGEST_AGENT) ?? null;
    const begun = { sub, cookieDigest: secretDigest(cookie), address, userAgent: agent };
    await this.uow.run(async (tx) => {
      await tx.add(ConsoleSession.begin(begun, now));
      tx.pending.audit.push(noteOf('operators.signed-in', sub));
    });
    return cookie;
  }

  /** A good session, whose use is noted. */
  async open(cookie: string | undefined): Promise<KnownSession> {
    const session = await this.look(cookie);
    const now = this.clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() > USE_NOTED_MS) await this.sessions.noteUse(session.id, now);
    return session;
  }

  /** A good session. What a page asks by itself, while nobody is before it, is no use. */
  async look(cookie: string | undefined): Promise<KnownSession> {
    const session = cookie === undefined ? undefined : await this.sessions.find(secretDigest(cookie));
    if (!session || !isGood(session, this.clock.now().getTime())) throw OperatorErrors.signedOut();
    if ((await this.users.statusOf(session.sub)) !== 'ACTIVE') throw OperatorErrors.signedOut();
    return session;
  }

  /** Finds which of these sessions are good now, by their ids. */
  async good(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, KnownSession>> {
    const now = this.clock.now().getTime();
    const found = await this.sessions.findAll([...ids]);
    return new Map(found.filter((session) => isGood(session, now)).map((session) => [session.id, session]));
  }

  async stepUp(sessionId: string, sub: string): Promise<void> {
    if (!(await this.sessions.notePasskey(sessionId, sub, this.clock.now()))) throw OperatorErrors.signedOut();
    await this.audit.record(noteOf('operators.stepped-up', sub));
  }

  async end({ id, sub }: KnownSession): Promise<void> {
    await this.uow.run((tx) => {
      this.sessions.end(tx, id);
      tx.pending.audit.push(noteOf('operators.signed-out', sub));
      return Promise.resolve();
    });
  }
}

const noteOf = (kind: string, sub: string): AuditEntry => ({
  kind,
  tenant: TENANT,
  subject: sub,
  actor: { kind: 'operator', id: sub, isUser: true },
});

/** The caller that the guard of all routes takes for this session. */
export function callerOf({ id: sessionId, sub, userId, passkeyAt, grants }: KnownSession): ConsoleCaller {
  const steppedUpUntil = passkeyAt.getTime() + STEP_UP_MS;
  return {
    sub,
    sessionId,
    steppedUpUntil,
    at: (named) => {
      const { enterpriseId, test, roles, scopes, withSecond, everywhere } = standingAt(grants, named);
      if (roles.length === 0) throw ConsoleErrors.notGranted();
      const tenant = Tenant.of(enterpriseId, test);
      const operator = { sessionId, steppedUpUntil, withSecond };
      const common = { clientId: CONSOLE, enterpriseId, test, scopes, sub, userId, operator };
      return { tenant, principal: { ...common, kind: 'operator', administrator: everywhere } };
    },
  };
}

/** The client by which operators sign in. */
export const CONSOLE = 'console';
