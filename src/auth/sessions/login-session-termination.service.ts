import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { StoredRecord } from '../protocol/storage/stored-record.entity.js';
import { LogoutNotices, type Authorizations } from '../logout/logout-notices.service.js';

/** The parts of a login session that are needed to end it. */
export interface EndedSession {
  readonly uid: string;
  readonly accountId?: string;
  readonly authorizations?: Authorizations;
}

/**
 * Ends a session in one transaction: its applications are notified, and their tokens are revoked, except for tokens
 * meant to outlast a session.
 */
@Injectable()
export class LoginSessionTermination {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: GrantRevocation,
    private readonly notices: LogoutNotices,
  ) {}

  end({ uid, accountId = '', authorizations = {} }: EndedSession): Promise<void> {
    return this.uow.run(async (tx) => {
      tx.removeAll(StoredRecord, { model: 'Session', uid });
      await this.notices.push(tx, accountId, authorizations);
      for (const { grantId, persistsLogout } of Object.values(authorizations)) {
        if (grantId !== undefined && !persistsLogout) await this.grants.revokeTokens(grantId);
      }
    });
  }
}
