import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { LogoutNotices, type Authorizations } from '../logout/logout-notices.service.js';

/** The parts of a login session that are needed to end it. They may have been read some time before. */
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
      const ended = await tx.rows<Pick<EndedSession, 'authorizations'>>(END, [uid]);
      const all = ended.reduce((known, row) => ({ ...known, ...row.authorizations }), authorizations);
      await this.notices.push(tx, accountId, all);
      for (const { grantId, persistsLogout } of Object.values(all)) {
        if (grantId !== undefined && !persistsLogout) await this.grants.revokeTokens(grantId);
      }
    });
  }
}

/** Returns the applications too, because the session may have been used for more of them since it was read. */
const END = `
  DELETE FROM auth.engine_record WHERE model = 'Session' AND uid = $1
  RETURNING payload -> 'authorizations' AS authorizations`;
