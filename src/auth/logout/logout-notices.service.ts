import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { ClientRegistry } from '../client/client-registry.service.js';

export const TELL_LOGOUT = 'auth/tell-logout';

/** Tells one application that a session has ended. */
export type LogoutNotice = {
  readonly clientId: string;
  readonly sub: string;
  /** The id under which this application knows the session. */
  readonly sid: string;
};

/** The applications that a session was used for, by client id, as the engine stores them. */
export type Authorizations = Readonly<Record<string, Authorization>>;

interface Authorization {
  readonly sid?: string;
  readonly grantId?: string;
  /** Its tokens were meant to outlast the session (offline_access). */
  readonly persistsLogout?: boolean;
}

/**
 * Finds the applications that want to know when a session ends. A separate job tells each of them, and nothing waits
 * for these jobs.
 */
@Injectable()
export class LogoutNotices {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly uow: UnitOfWork,
  ) {}

  notify({ clientId, sub, sid }: LogoutNotice): Promise<void> {
    return this.uow.run((tx) => this.push(tx, sub, { [clientId]: { sid } }));
  }

  /** Must be called in the transaction that ends the session. */
  async push(tx: Tx, sub: string, authorizations: Authorizations = {}): Promise<void> {
    for (const [clientId, { sid }] of Object.entries(authorizations)) {
      const client = await this.clients.find(clientId);
      if (!client?.record.backchannelLogoutUri || sid === undefined) continue;
      const payload: LogoutNotice = { clientId, sub, sid };
      tx.pending.jobs.push({ kind: TELL_LOGOUT, payload, dedupeKey: `${clientId} ${sid}` });
    }
  }
}
