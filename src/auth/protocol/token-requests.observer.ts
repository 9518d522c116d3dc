import { Injectable, Logger } from '@nestjs/common';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Counter } from 'prom-client';
import { AuditLog } from '../../audit/contract/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { UserActivity } from '../../users/contract/index.js';
import { grantTypes } from '../client/client-profile.js';
import { NotedClientUse } from '../client/noted-client-use.adapter.js';
import { EngineClients } from './engine/engine-clients.service.js';

/**
 * Counts the requests of the token endpoint, records client and user activity, and audits failed authentication of
 * known clients.
 */
@Injectable()
export class TokenRequestsObserver {
  readonly #log = new Logger(TokenRequestsObserver.name);
  readonly #requests: Counter<'grant' | 'outcome'>;

  constructor(
    registry: MetricsRegistry,
    private readonly audit: AuditLog,
    private readonly clients: EngineClients,
    private readonly activity: UserActivity,
    private readonly use: NotedClientUse,
  ) {
    this.#requests = new Counter({
      name: 'countersign_token_requests_total',
      help: 'Requests to the token endpoint by grant type and outcome: success, or the error of RFC 6749.',
      labelNames: ['grant', 'outcome'],
      registers: [registry],
    });
  }

  observe(provider: Provider): void {
    provider.on('grant.success', (ctx) => this.#succeeded(ctx));
    provider.on('grant.error', (ctx, error) => this.#refused(ctx, error));
  }

  /** A sign-on to an application counts as activity of the user, and so does a token renewal by the application. */
  #succeeded(ctx: KoaContextWithOIDC): void {
    const grant = this.#count(ctx, 'success');
    const { account, entities } = ctx.oidc;
    if (entities.Client) this.use.noteToken(this.clients.recordOf(entities.Client), grant);
    if (account) this.activity.touch(account.accountId);
  }

  #refused(ctx: KoaContextWithOIDC, { error }: errors.OIDCProviderError): void {
    this.#count(ctx, error);
    const client = ctx.oidc.entities.Client;
    if (error !== 'invalid_client' || !client) return;
    const { tenant, clientId } = this.clients.recordOf(client);
    this.audit
      .record({ kind: 'auth.client-refused', outcome: 'refused', tenant, details: { clientId } })
      .catch((why: unknown) => this.#log.error({ err: why }, 'A refusal could not be audited'));
  }

  /** Only known grant types become labels, because anybody may send others. */
  #count({ oidc }: KoaContextWithOIDC, outcome: string): string {
    const grant = grantTypes.find((known) => known === oidc.params?.['grant_type']) ?? 'other';
    this.#requests.inc({ grant, outcome });
    return grant;
  }
}
