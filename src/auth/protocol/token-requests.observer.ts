import { Injectable, Logger } from '@nestjs/common';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Counter } from 'prom-client';
import { AuditLog } from '../../audit/contract/index.js';
import { currentContext } from '../../shared/kernel/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { Database } from '../../shared/persistence/index.js';
import { UserActivity } from '../../users/contract/index.js';
import { grantTypes } from '../client/client-profile.js';
import { ClientRefusals } from '../client/refusals/client-refusals.service.js';
import { NotedClientUse } from '../client/noted-client-use.adapter.js';
import { EngineClients } from './engine/engine-clients.service.js';
import { noteUseOfGrant } from './storage/engine.record.js';

/**
 * Counts the requests to the token endpoint, records the activity of clients and users, logs why requests are refused,
 * and audits failed authentication of known clients.
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
    private readonly refusals: ClientRefusals,
    private readonly db: Database,
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
    provider.on('backchannel_authentication.error', (ctx, error) => this.#tell(ctx, error));
    provider.on('device_authorization.error', (ctx, error) => this.#tell(ctx, error));
    provider.on('pushed_authorization_request.error', (ctx, error) => this.#tell(ctx, error));
  }

  /** Both a sign-in to an application and a token renewal by the application count as activity of the user. */
  #succeeded(ctx: KoaContextWithOIDC): void {
    const grant = this.#count(ctx, 'success');
    const { account, entities } = ctx.oidc;
    if (entities.Client) this.use.noteToken(this.clients.recordOf(entities.Client), grant);
    if (account) this.activity.touch(account.accountId);
    if (grant === 'refresh_token' && !entities.RotatedRefreshToken) this.#noteUse(entities.RefreshToken?.grantId);
  }

  /** Records the use of a grant by a refresh token that is not rotated, because such a use stores no other record. */
  #noteUse(grantId: string | undefined): void {
    if (grantId === undefined) return;
    this.db
      .rows(NOTE_USE, [grantId])
      .catch((why: unknown) => this.#log.warn({ err: why }, 'The use of a grant could not be noted'));
  }

  #refused(ctx: KoaContextWithOIDC, refusal: errors.OIDCProviderError): void {
    const { error } = refusal;
    this.#count(ctx, error);
    this.#tell(ctx, refusal);
    const client = ctx.oidc.entities.Client;
    if (error !== 'invalid_client' || !client) return;
    const { tenant, clientId } = this.clients.recordOf(client);
    this.audit
      .record({ kind: 'auth.client-refused', outcome: 'refused', tenant, details: { clientId } })
      .catch((why: unknown) => this.#log.error({ err: why }, 'A refusal could not be audited'));
  }

  /**
   * Logs which check failed, and stores it for the console. Only responses to test clients contain it, because an
   * attacker may read the response.
   */
  #tell(ctx: KoaContextWithOIDC, refusal: errors.OIDCProviderError): void {
    const { error } = refusal;
    const reason = reasonOf(refusal);
    const client = ctx.oidc.entities.Client;
    this.#log.log(
      { clientId: client?.clientId, endpoint: ctx.oidc.route, error, reason },
      'A token request was refused',
    );
    if (!client) return;
    this.refusals.note(client.clientId, error, reason, currentContext()?.requestId ?? '');
    if (this.clients.recordOf(client).test && refusal.expose && isJson(ctx.body)) ctx.body.error_description = reason;
  }

  /** Only known grant types become labels of the metric, because callers can send arbitrary values. */
  #count({ oidc }: KoaContextWithOIDC, outcome: string): string {
    const grant = grantTypes.find((known) => known === oidc.params?.['grant_type']) ?? 'other';
    this.#requests.inc({ grant, outcome });
    return grant;
  }
}

const NOTE_USE = noteUseOfGrant('(SELECT $1::text AS grant_id) used', 'used.grant_id');

const LONGEST_REASON = 250;

/**
 * The engine's description of the failed check, restricted to the characters that RFC 6749, 5.2, allows. It never
 * contains a token or a secret.
 */
const reasonOf = ({ error_detail: detail, error_description: description, error }: errors.OIDCProviderError): string =>
  (detail ?? description ?? error)
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|\\/g, '')
    .slice(0, LONGEST_REASON);

const isJson = (body: unknown): body is { error_description?: string } =>
  typeof body === 'object' && body !== null && 'error' in body;
