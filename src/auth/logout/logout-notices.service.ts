import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { ClientRegistry } from '../client/client-registry.service.js';

export const TELL_LOGOUT = 'auth/tell-logout';

/** The data needed to notify one application that a session has ended. */
export type LogoutNotice = {
  readonly clientId: string;
  readonly sub: string;
  /** The id by which the application knows the session. */
  readonly sid: string;
};

/** A session's applications by client id, as the protocol engine stores them. */
export type Authorizations = Readonly<Record<string, Authorization>>;

interface Authorization {
  readonly sid?: string;
  readonly grantId?: string;
  /** Whether the application's tokens outlast the session (offline_access). */
  readonly persistsLogout?: boolean;
}

/**
 * Queues a notification job for each application of a session that is ending. The logout does not wait for these jobs.
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
      tx.pending.jobs.push({ kind: TELL_LOGOUT, payload, dedupeKey: `${clientId} ${sid}`, lane: clientId });
    }
  }
}
