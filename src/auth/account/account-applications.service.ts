import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import type { UserRef } from '../../users/contract/index.js';
import { ApiRegistry, type KnownApis } from '../apis/api-registry.service.js';
import { knownScopes } from '../tokens/token-plan.js';
import { isLive } from '../protocol/storage/engine.record.js';
import type { Client } from '../client/client.entity.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';
import { type GrantedScopes, grantedScopes, isOptional, refusedScopes, refusing } from '../grants/refused-scopes.js';

/** An application that has access to the user's data, through a session or a refresh token. */
export interface ListedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Optional scopes that the user has withdrawn. */
  readonly refused: readonly string[];
  /**
   * Whether the user may withdraw and restore individual scopes: only if the application asks for consent, or if a
   * scope has already been withdrawn.
   */
  readonly mayChange: boolean;
  /** The enterprise's own APIs. Given only if at least one of the listed applications has a scope of these APIs. */
  readonly apis: KnownApis | undefined;
  readonly since: Date;
  readonly lastUsed: Date;
}

interface GrantRow {
  readonly clientId: string;
  readonly grant: GrantedScopes;
  readonly since: Date;
  readonly lastUsed: Date;
}

type EndedBy = 'user' | 'enterprise';

/** Selects the grants to end. */
interface Ended {
  readonly by: EndedBy;
  /** If omitted, the grants of every application are ended. */
  readonly clientId?: string;
  readonly except?: readonly string[];
  /** If set, grants created after this time are kept. */
  readonly before?: Date;
}

/** Lists the applications that have access to a user's data, and revokes their access. */
@Injectable()
export class AccountApplications {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly clients: ClientRegistry,
    private readonly ending: GrantRevocation,
    private readonly apis: ApiRegistry,
  ) {}

  async list({ sub, enterpriseId, test }: UserRef): Promise<ListedApplication[]> {
    const byClient = new Map<string, GrantRow[]>();
    for (const row of await this.db.rows<GrantRow>(LIST, [sub])) {
      byClient.set(row.clientId, [...(byClient.get(row.clientId) ?? []), row]);
    }
    const listed: Omit<ListedApplication, 'apis'>[] = [];
    for (const [clientId, grants] of byClient) {
      const client = await this.clients.find(clientId);
      if (client) listed.push(merged(client.record, grants));
    }
    const isOurs = listed.every(({ scopes, refused }) =>
      [...scopes, ...refused].every((scope) => knownScopes.includes(scope)),
    );
    const apis = isOurs ? undefined : await this.apis.of(Tenant.of(enterpriseId, test));
    return listed.map((application) => ({ ...application, apis }));
  }

  /**
   * Revokes an application's access. The application must then ask the user for consent again. Requests that the user
   * has approved on the phone, and for which the application has not fetched tokens yet, are withdrawn.
   */
  async end(user: UserRef, clientId: string, by: EndedBy = 'user'): Promise<boolean> {
    return (await this.#end(user, { clientId, by })) > 0;
  }

  async endAll(user: UserRef, ended: Omit<Ended, 'clientId'>): Promise<void> {
    await this.#end(user, ended);
  }

  /**
   * Changes an application's optional scopes: withdraws those for which `isKept` returns false, and restores the rest.
   * Access tokens issued so far are revoked. New tokens have only the remaining scopes.
   */
  async keepOnly(user: UserRef, clientId: string, isKept: (scope: string) => boolean): Promise<boolean> {
    const listed = (await this.list(user)).find((one) => one.clientId === clientId);
    if (!listed?.mayChange) return false;
    return this.uow.run(async (tx) => {
      const rows = await tx.rows<{ grantId: string; grant: GrantedScopes }>(LOCK, [user.sub, clientId]);
      const refused = [...listed.scopes, ...listed.refused].filter((scope) => isOptional(scope) && !isKept(scope));
      for (const { grantId, grant } of rows) {
        await tx.rows(REFUSE, [grantId, JSON.stringify(refusing(grant, refused))]);
      }
      await this.ending.cutOffAll(
        tx,
        rows.map(({ grantId }) => grantId),
      );
      const tenant = Tenant.of(user.enterpriseId, user.test);
      const details = { clientId, refused: refused.join(' ') };
      tx.pending.audit.push({ kind: 'auth.consent-changed', tenant, subject: user.sub, details });
      return rows.length > 0;
    });
  }

  #end({ sub, enterpriseId, test }: UserRef, { clientId, except = [], before, by }: Ended): Promise<number> {
    return this.uow.run(async (tx) => {
      const withdrawn = await this.ending.withdrawApproved(tx, sub, { clientId, before });
      const ended = await tx.rows<{ grantId: string; clientId: string; hasTokens: boolean }>(END, [
        sub,
        clientId ?? null,
        except,
        before ?? null,
      ]);
      const withTokens = ended.filter(({ hasTokens }) => hasTokens);
      await this.ending.revokeAllOf(
        tx,
        withTokens.map(({ grantId }) => grantId),
      );
      const tenant = Tenant.of(enterpriseId, test);
      for (const { grantId, clientId: of } of [...withTokens, ...withdrawn]) {
        const details = { grantId, clientId: of, by };
        tx.pending.audit.push({ kind: 'auth.grant-revoked', tenant, subject: sub, details });
      }
      return ended.length + withdrawn.length;
    });
  }
}

function merged(
  { clientId, clientName, firstParty, consentEachTime }: Client,
  rows: GrantRow[],
): Omit<ListedApplication, 'apis'> {
  const scopes = [...new Set(rows.flatMap(({ grant }) => grantedScopes(grant)))];
  const refused = new Set(rows.flatMap(({ grant }) => refusedScopes(grant)));
  return {
    clientId,
    name: clientName,
    scopes,
    refused: [...refused].filter((scope) => !scopes.includes(scope)),
    mayChange: !firstParty || consentEachTime || refused.size > 0,
    since: new Date(Math.min(...rows.map(({ since }) => since.getTime()))),
    lastUsed: new Date(Math.max(...rows.map(({ lastUsed }) => lastUsed.getTime()))),
  };
}

/**
 * Lists grants that still give access: those used in a session that has not ended, and those with a valid refresh
 * token.
 */
const LIST = `
  SELECT granted.payload ->> 'clientId' AS "clientId", granted.payload AS grant, granted.since,
         greatest(granted.since, granted.used_at, token.since) AS "lastUsed"
  FROM auth.engine_record granted
  LEFT JOIN LATERAL (
    SELECT max(since) AS since FROM auth.engine_record token
    WHERE token.grant_id = granted.grant_id AND token.model = 'RefreshToken' AND token.consumed_at IS NULL
      AND ${isLive('token')}
  ) token ON true
  WHERE granted.model = 'Grant' AND granted.account_id = $1 AND ${isLive('granted')}
    AND (token.since IS NOT NULL OR granted.grant_id IN (
      SELECT used.value ->> 'grantId'
      FROM auth.engine_record session, jsonb_each(session.payload -> 'authorizations') used
      WHERE session.model = 'Session' AND session.account_id = $1 AND ${isLive('session')}))
  ORDER BY granted.since DESC LIMIT 500`;

const LOCK = `
  SELECT grant_id AS "grantId", payload AS grant FROM auth.engine_record granted
  WHERE model = 'Grant' AND account_id = $1 AND payload ->> 'clientId' = $2 AND ${isLive('granted')}
  ORDER BY grant_id FOR UPDATE`;

const REFUSE = `
  UPDATE auth.engine_record SET payload = jsonb_set(payload, '{rejected}', $2::jsonb)
  WHERE model = 'Grant' AND grant_id = $1`;

/**
 * Deletes grants, and reports for each one whether it may still have valid tokens. Access tokens live for at most a
 * day, so a grant unused for longer has none.
 */
const END = `
  DELETE FROM auth.engine_record granted
  WHERE model = 'Grant' AND account_id = $1 AND ($2::text IS NULL OR payload ->> 'clientId' = $2)
    AND grant_id <> ALL ($3::text[]) AND ($4::timestamptz IS NULL OR since <= $4)
  RETURNING grant_id AS "grantId", payload ->> 'clientId' AS "clientId", (
    greatest(since, used_at) > now() - interval '26 hours' OR EXISTS (
      SELECT FROM auth.engine_record token WHERE token.grant_id = granted.grant_id AND token.model <> 'Grant')
  ) AS "hasTokens"`;
