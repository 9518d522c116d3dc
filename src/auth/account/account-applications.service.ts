import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import type { UserRef } from '../../users/contract/index.js';
import { isLive } from '../protocol/storage/engine.record.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { GrantRevocation } from '../grants/grant-revocation.service.js';

/** An application that can act for the user, in a session or with a refresh token. */
export interface ListedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly since: Date;
  readonly lastUsed: Date;
}

interface GrantRow {
  readonly clientId: string;
  readonly openid: string | null;
  readonly resources: Readonly<Record<string, string>> | null;
  readonly since: Date;
  readonly lastUsed: Date;
}

type EndedBy = 'user' | 'enterprise';

/** The grants to end. */
interface Ended {
  readonly by: EndedBy;
  /** Undefined means every application. */
  readonly clientId?: string;
  readonly except?: readonly string[];
}

/** Lists the applications that have access to a user's data, and takes the access back. */
@Injectable()
export class AccountApplications {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly clients: ClientRegistry,
    private readonly ending: GrantRevocation,
  ) {}

  async list({ sub }: UserRef): Promise<ListedApplication[]> {
    const byClient = new Map<string, GrantRow[]>();
    for (const row of await this.db.rows<GrantRow>(LIST, [sub])) {
      byClient.set(row.clientId, [...(byClient.get(row.clientId) ?? []), row]);
    }
    const listed: ListedApplication[] = [];
    for (const [clientId, grants] of byClient) {
      const client = await this.clients.find(clientId);
      if (client) listed.push(merged(clientId, client.record.clientName, grants));
    }
    return listed;
  }

  /** Afterwards the application must ask the user again. */
  async end(user: UserRef, clientId: string, by: EndedBy = 'user'): Promise<boolean> {
    return (await this.#end(user, { clientId, by })) > 0;
  }

  async endAll(user: UserRef, except: readonly string[], by: EndedBy = 'user'): Promise<void> {
    await this.#end(user, { except, by });
  }

  #end({ sub, enterpriseId, test }: UserRef, { clientId, except = [], by }: Ended): Promise<number> {
    return this.uow.run(async (tx) => {
      const ended = await tx.rows<{ grantId: string; clientId: string; hasTokens: boolean }>(END, [
        sub,
        clientId ?? null,
        except,
      ]);
      const withTokens = ended.filter(({ hasTokens }) => hasTokens);
      await this.ending.revokeAllOf(
        tx,
        withTokens.map(({ grantId }) => grantId),
      );
      const tenant = Tenant.of(enterpriseId, test);
      for (const { grantId, clientId: of } of withTokens) {
        const details = { grantId, clientId: of, by };
        tx.pending.audit.push({ kind: 'auth.grant-revoked', tenant, subject: sub, details });
      }
      return ended.length;
    });
  }
}

const merged = (clientId: string, name: string, grants: readonly GrantRow[]): ListedApplication => ({
  clientId,
  name,
  scopes: [...new Set(grants.flatMap(scopesOf))],
  since: new Date(Math.min(...grants.map(({ since }) => since.getTime()))),
  lastUsed: new Date(Math.max(...grants.map(({ lastUsed }) => lastUsed.getTime()))),
});

const scopesOf = ({ openid, resources }: GrantRow): string[] =>
  [openid ?? '', ...Object.values(resources ?? {})].join(' ').split(' ').filter(Boolean);

/** A grant without a session or a refresh token gives no access, because its session has ended. */
const LIST = `
  SELECT granted.payload ->> 'clientId' AS "clientId", granted.payload -> 'openid' ->> 'scope' AS openid,
         granted.payload -> 'resources' AS resources, granted.since,
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

/** Access tokens live for a day at most, so a grant that was not used for longer has no valid one. */
const END = `
  DELETE FROM auth.engine_record granted
  WHERE model = 'Grant' AND account_id = $1 AND ($2::text IS NULL OR payload ->> 'clientId' = $2)
    AND grant_id <> ALL ($3::text[])
  RETURNING grant_id AS "grantId", payload ->> 'clientId' AS "clientId", (
    greatest(since, used_at) > now() - interval '26 hours' OR EXISTS (
      SELECT FROM auth.engine_record token WHERE token.grant_id = granted.grant_id AND token.model <> 'Grant')
  ) AS "hasTokens"`;
