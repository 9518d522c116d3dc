import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { ClientRegistry } from '../services/client-registry.service.js';

export const TELL_LOGOUT = 'auth/tell-logout';

/** That a session has ended, for one of its applications. */
export type LogoutNotice = {
  readonly clientId: string;
  readonly sub: string;
  /** The session, by the name that this application knows it by. */
  readonly sid: string;
};

/** The applications that a session was used for, by their ids, as the engine keeps them. */
export type Authorizations = Readonly<Record<string, Authorization>>;

interface Authorization {
  readonly sid?: string;
  readonly grantId?: string;
  /** Its tokens were meant to outlast the session (offline_access). */
  readonly persistsLogout?: boolean;
}

/** Applications that want to be told when a session ends: each is told by a job of its own, and nobody waits for them. */
@Injectable()
export class LogoutNotices {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly uow: UnitOfWork,
  ) {}

  tell({ clientId, sub, sid }: LogoutNotice): Promise<void> {
    return this.uow.run((tx) => this.push(tx, sub, { [clientId]: { sid } }));
  }

  /** In the transaction that ends the session. */
  async push(tx: Tx, sub: string, authorizations: Authorizations = {}): Promise<void> {
    for (const [clientId, { sid }] of Object.entries(authorizations)) {
      const client = await this.clients.find(clientId);
      if (!client?.record.backchannelLogoutUri || sid === undefined) continue;
      const payload: LogoutNotice = { clientId, sub, sid };
      tx.pending.jobs.push({ kind: TELL_LOGOUT, payload, dedupeKey: `${clientId} ${sid}` });
    }
  }
}
