import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { GrantEnding } from '../services/grant-ending.service.js';
import { LogoutNotices, type Authorizations } from './logout-notices.service.js';

/** A login session as the engine keeps it. */
export interface LoginSession {
  readonly uid: string;
  readonly accountId?: string;
  readonly authorizations?: Authorizations;
}

/** Ends a session with what it led to: its applications are told, and their tokens end, but those meant to last. */
@Injectable()
export class SessionEnding {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly grants: GrantEnding,
    private readonly notices: LogoutNotices,
  ) {}

  async end({ uid, accountId = '', authorizations = {} }: LoginSession): Promise<void> {
    await this.uow.run(async (tx) => {
      await tx.rows(END, [uid]);
      await this.notices.push(tx, accountId, authorizations);
    });
    for (const { grantId, persistsLogout } of Object.values(authorizations)) {
      if (grantId !== undefined && !persistsLogout) await this.grants.revokeTokens(grantId);
    }
  }
}

const END = `DELETE FROM auth.engine_record WHERE model = 'Session' AND uid = $1`;
