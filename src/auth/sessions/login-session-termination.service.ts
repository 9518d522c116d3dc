import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { LogoutNotices, type Authorizations } from '../logout/logout-notices.service.js';

/**
 * The parts of a login session that are needed to end it. They may have been read some time ago, and may be outdated.
 */
export interface EndedSession {
  readonly uid: string;
  readonly accountId?: string | undefined;
  readonly authorizations?: Authorizations | undefined;
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

  end({ uid, accountId, authorizations }: EndedSession): Promise<void> {
    return this.uow.run(async (tx) =>
      this.#follow(tx, accountId, { ...authorizations, ...(await this.#delete(tx, uid)) }),
    );
  }

  /**
   * Ends a session after the protocol engine has notified the applications that it knew, and has revoked their tokens.
   * Does the same for applications that the session was used for since the engine read it.
   */
  finish({ uid, accountId, authorizations: known = {} }: EndedSession): Promise<void> {
    return this.uow.run(async (tx) => {
      const added = Object.entries(await this.#delete(tx, uid)).filter(
        ([clientId, { sid, grantId }]) => known[clientId]?.sid !== sid || known[clientId]?.grantId !== grantId,
      );
      await this.#follow(tx, accountId, Object.fromEntries(added));
    });
  }

  async #delete(tx: Tx, uid: string): Promise<Authorizations> {
    const ended = await tx.rows<Pick<EndedSession, 'authorizations'>>(END, [uid]);
    return ended.reduce((all, row) => ({ ...all, ...row.authorizations }), {});
  }

  async #follow(tx: Tx, accountId: string | undefined, authorizations: Authorizations): Promise<void> {
    await this.notices.push(tx, accountId ?? '', authorizations);
    for (const { grantId, persistsLogout } of Object.values(authorizations)) {
      if (grantId !== undefined && !persistsLogout) await this.grants.revokeTokens(grantId);
    }
  }
}

/**
 * Deletes a session and returns its applications, because the user may have signed in to more of them since the session
 * was read.
 */
const END = `
  DELETE FROM auth.engine_record WHERE model = 'Session' AND uid = $1
  RETURNING payload -> 'authorizations' AS authorizations`;
