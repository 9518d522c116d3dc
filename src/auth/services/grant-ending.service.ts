import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { LogoutNotices, type Authorizations } from '../logout/logout-notices.service.js';
import { TokenEnding } from './token-ending.service.js';

/** Ends what a login has led to: sessions, grants and all tokens that were issued under them. */
@Injectable()
export class GrantEnding {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ending: TokenEnding,
    private readonly notices: LogoutNotices,
    private readonly clock: Clock,
  ) {}

  /** Every token of a grant: those that are stored go, those that are not are cut off. The grant itself stays. */
  async revokeTokens(grantId: string): Promise<void> {
    const before = this.clock.now().getTime();
    await this.uow.run(async (tx) => {
      await tx.rows(`DELETE FROM auth.engine_record WHERE grant_id = $1 AND model <> 'Grant'`, [grantId]);
      await this.ending.cutOff(tx, { kind: 'grant', id: grantId, before, reason: 'ended' });
      tx.pending.audit.push({ kind: 'auth.grant-revoked', details: { grantId } });
    });
  }

  /** The tokens of grants that end: none of them is left, and none comes after. */
  async revokeAllOf(tx: Tx, grantIds: readonly string[]): Promise<void> {
    const before = this.clock.now().getTime();
    await tx.rows('DELETE FROM auth.engine_record WHERE grant_id = ANY ($1::text[])', [grantIds]);
    for (const id of grantIds) await this.ending.cutOff(tx, { kind: 'grant', id, before, reason: 'ended' });
  }

  /** Sessions, grants and tokens of a user that began before that moment: a later login is another matter. */
  async endAllOf(tx: Tx, sub: string, before: Date): Promise<void> {
    const ended = await tx.rows<{ authorizations: Authorizations | null }>(END_ALL, [sub, before]);
    for (const { authorizations } of ended) await this.notices.push(tx, sub, authorizations ?? {});
  }
}

/** Only sessions have been used for applications. */
const END_ALL = `
  DELETE FROM auth.engine_record WHERE account_id = $1 AND since <= $2
  RETURNING CASE model WHEN 'Session' THEN payload -> 'authorizations' END AS authorizations`;
