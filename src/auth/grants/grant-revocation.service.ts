import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { idHash } from '../protocol/storage/engine.record.js';
import { LogoutNotices, type Authorizations } from '../logout/logout-notices.service.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';

/** Revokes the results of a login: sessions, grants, and all tokens issued under them. */
@Injectable()
export class GrantRevocation {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ending: TokenRevocation,
    private readonly notices: LogoutNotices,
    private readonly clients: ClientRegistry,
  ) {}

  /**
   * Revokes every token of a grant: stored tokens are deleted, and JWTs issued so far become invalid. The grant itself
   * stays.
   */
  async revokeTokens(grantId: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const removed = await tx.rows<OfClient>(REVOKE, [grantId, idHash(grantId)]);
      await this.ending.cutOff(tx, { kind: 'grant', id: grantId, reason: 'ended' });
      const { clientId, sub } = removed.find((row) => row.clientId !== null) ?? {};
      const tenant = (await this.clients.find(clientId ?? ''))?.record.tenant;
      const details = { grantId, ...(clientId && { clientId }) };
      tx.pending.audit.push({
        kind: 'auth.grant-revoked',
        details,
        ...(tenant && { tenant }),
        ...(sub && { subject: sub }),
      });
    });
  }

  /** Deletes grants and revokes their tokens. */
  async revokeAllOf(tx: Tx, grantIds: readonly string[]): Promise<void> {
    await tx.rows('DELETE FROM auth.engine_record WHERE grant_id = ANY ($1::text[])', [grantIds]);
    await this.cutOffAll(tx, grantIds);
  }

  /** Revokes the access tokens issued so far under these grants. The grants stay, so new tokens can be issued. */
  async cutOffAll(tx: Tx, grantIds: readonly string[]): Promise<void> {
    for (const id of grantIds) await this.ending.cutOff(tx, { kind: 'grant', id, reason: 'ended' });
  }

  /**
   * Withdraws what the user has approved on the phone and the client has not fetched yet, so that no tokens are issued
   * for it. Call this before grants are read or deleted: it waits for a client that is just fetching its tokens, and
   * the grant of those tokens must be deleted too.
   */
  withdrawApproved(tx: Tx, sub: string, { clientId, before }: Withdrawn = {}): Promise<WithdrawnApproval[]> {
    return tx.rows<WithdrawnApproval>(WITHDRAW, [sub, clientId ?? null, before ?? null]);
  }

  /**
   * Deletes sign-ins that were proven, and that no browser has collected yet. If `before` is given, later ones are kept.
   */
  async withdrawSignIns(tx: Tx, sub: string, before: Date | null = null): Promise<void> {
    await tx.rows(WITHDRAW_SIGN_INS, [sub, before]);
  }

  /**
   * Deletes a user's sessions, grants and stored tokens, or only those that began before the given time. Later logins
   * are not affected. JWTs stay valid: the caller must revoke them.
   */
  async endAllOf(tx: Tx, sub: string, before: Date | null = null): Promise<void> {
    await this.withdrawApproved(tx, sub, { before });
    await this.#endWithdrawn(tx, sub, before);
  }

  /**
   * Ends all of a user's sessions and grants, including grants with `offline_access`. Later sign-ins are not affected.
   */
  async endEverywhere(tx: Tx, sub: string): Promise<void> {
    await this.withdrawApproved(tx, sub);
    const recent = await tx.rows<{ grantId: string }>(RECENT, [sub]);
    await this.#endWithdrawn(tx, sub, null);
    await this.cutOffAll(
      tx,
      recent.map(({ grantId }) => grantId),
    );
  }

  /** Deletes sessions, grants and stored tokens after the approvals were withdrawn. */
  async #endWithdrawn(tx: Tx, sub: string, before: Date | null): Promise<void> {
    const ended = await tx.rows<{ authorizations: Authorizations | null }>(END_ALL, [sub, before]);
    for (const { authorizations } of ended) await this.notices.push(tx, sub, authorizations ?? {});
  }
}

/** Selects the approvals to withdraw. If no client is given, the approvals for all clients are withdrawn. */
interface Withdrawn {
  readonly clientId?: string | undefined;
  /** If set, approvals that were given after this time are kept. */
  readonly before?: Date | null | undefined;
}

export interface WithdrawnApproval {
  readonly clientId: string;
  /** The id of the grant that the client would have received, had it fetched its tokens before. */
  readonly grantId: string;
}

interface OfClient {
  readonly clientId: string | null;
  readonly sub: string | null;
}

/**
 * Deletes the tokens of a grant. Also reads the grant itself, because it names the client and the user even if no token
 * was deleted.
 */
const REVOKE = `
  WITH removed AS (
    DELETE FROM auth.engine_record WHERE grant_id = $1 AND model <> 'Grant'
    RETURNING payload->>'clientId' AS "clientId", account_id AS sub)
  SELECT * FROM removed
  UNION ALL
  SELECT payload->>'clientId', account_id FROM auth.engine_record WHERE model = 'Grant' AND id_hash = $2`;

/**
 * Selects the grants that may still have a valid access token. Access tokens live for at most a day, so a grant unused
 * for longer has none.
 */
const RECENT = `
  SELECT grant_id AS "grantId" FROM auth.engine_record
  WHERE account_id = $1 AND model = 'Grant' AND greatest(since, used_at) > now() - interval '26 hours'`;

/**
 * Deletes all engine records of a user, or only those up to the given time. For each deleted session, returns the
 * applications that must be notified.
 */
const END_ALL = `
  DELETE FROM auth.engine_record WHERE account_id = $1 AND ($2::timestamptz IS NULL OR since <= $2)
  RETURNING CASE model WHEN 'Session' THEN payload -> 'authorizations' END AS authorizations`;

const WITHDRAW_SIGN_INS = `
  DELETE FROM auth.engine_record
  WHERE account_id = $1 AND model = 'Interaction' AND ($2::timestamptz IS NULL OR since <= $2)`;

/**
 * Deletes requests that the user has approved and for which the client has not fetched tokens yet. The user is looked
 * up in the approval, because the request does not name the user.
 */
const WITHDRAW = `
  DELETE FROM auth.engine_record request USING auth.approval approved
  WHERE request.model = 'BackchannelAuthenticationRequest' AND request.id_hash = approved.id_hash
    AND request.consumed_at IS NULL AND approved.sub = $1 AND approved.state = 'APPROVED'
    AND ($2::text IS NULL OR approved.client_id = $2)
    AND ($3::timestamptz IS NULL OR to_timestamp((approved.answer ->> 'at')::float8) <= $3)
  RETURNING approved.client_id AS "clientId", approved.answer ->> 'grantId' AS "grantId"`;
