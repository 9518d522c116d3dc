import {
  type AllClientMetadata,
  type Client as EngineClient,
  errors,
  type Grant,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { Injectable } from '@nestjs/common';
import type { Client } from '../../client/client.entity.js';
import { Clock } from '../../../shared/kernel/index.js';
import { LogoutNotices, type LogoutNotice } from '../../logout/logout-notices.service.js';
import { ClientRegistry, type KnownClient } from '../../client/client-registry.service.js';
import { isAtAnyPortOf, type AuthMethod } from '../../client/client-profile.js';
import { RESPONSE_MODES } from '../http/response.layers.js';
import { scopeOfClaim } from './requested-claims.js';

/**
 * Converts a client to the engine's metadata format, without scopes, which `TokenTerms` checks. The secret is a
 * placeholder that the engine requires. It is never compared, and never signs anything, because no HMAC algorithm is
 * enabled.
 */
function metadataOf(client: Client): AllClientMetadata {
  const asksUsers = client.grantTypes.includes('authorization_code');
  return {
    client_id: client.clientId,
    client_name: client.clientName,
    application_type: client.applicationType,
    grant_types: client.grantTypes,
    response_types: asksUsers ? ['code'] : [],
    response_modes: [...RESPONSE_MODES],
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    token_endpoint_auth_method: client.authMethod,
    ...(client.usesSecret && { client_secret: 'kept as a hash' }),
    ...(client.jwks && { jwks: client.jwks }),
    ...(client.jwksUri && { jwks_uri: client.jwksUri }),
    ...(client.userinfoSignedResponseAlg && { userinfo_signed_response_alg: client.userinfoSignedResponseAlg }),
    ...(client.logoUri && { logo_uri: client.logoUri }),
    ...(client.backchannelLogoutUri && { backchannel_logout_uri: client.backchannelLogoutUri }),
    backchannel_logout_session_required: client.backchannelLogoutUri !== null,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    introspection_signed_response_alg: client.idTokenSignedResponseAlg,
    ...(client.defaultAcrValues.length > 0 && { default_acr_values: client.defaultAcrValues }),
    ...(client.backchannel && {
      backchannel_token_delivery_mode: client.backchannel.delivery,
      backchannel_user_code_parameter: client.backchannel.userCode,
      ...(client.backchannel.notificationUrl && {
        backchannel_client_notification_endpoint: client.backchannel.notificationUrl,
      }),
      ...(client.backchannel.signingAlg && {
        backchannel_authentication_request_signing_alg: client.backchannel.signingAlg,
      }),
    }),
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
  };
}

/** Gives the engine our clients from the cache, and applies our rules where they are stricter than the engine's. */
@Injectable()
export class EngineClients {
  readonly #recordOf = new WeakMap<EngineClient, Client>();

  constructor(
    private readonly registry: ClientRegistry,
    private readonly notices: LogoutNotices,
    private readonly clock: Clock,
  ) {}

  install(provider: Provider): void {
    const engineClients = new WeakMap<KnownClient, EngineClient>();
    // Replaces the engine's look-up of clients with our cache.
    // The engine would hash the metadata of a client on each request, and would cache only a hundred clients.
    provider.Client.find = async (clientId: string) => {
      const known = typeof clientId === 'string' ? await this.registry.find(clientId) : undefined;
      return known && (engineClients.get(known) ?? this.#make(provider, known, engineClients));
    };
    this.#tighten(provider.Client.prototype);
    this.#limit(provider.Grant.prototype);
  }

  /** Returns our stored client for a client object of the engine. */
  recordOf(client: EngineClient): Client {
    const record = this.#recordOf.get(client);
    if (!record) throw new Error(`The engine has a client that we did not give it: ${client.clientId}`);
    return record;
  }

  async methodOf(clientId: string): Promise<AuthMethod | undefined> {
    return (await this.registry.find(clientId))?.record.authMethod;
  }

  #make(provider: Provider, known: KnownClient, engineClients: WeakMap<KnownClient, EngineClient>): EngineClient {
    const client = new (provider.Client as unknown as MadeOfMetadata)(metadataOf(known.record));
    this.#recordOf.set(client, known.record);
    engineClients.set(known, client);
    return client;
  }

  /**
   * Limits what a grant gives to the scopes that its client still holds, and to the claims that they cover. A client
   * that has lost a scope gets no more data of it, neither by a refresh nor from userinfo. A scope that the client gets
   * back counts again.
   */
  #limit(prototype: Grant): void {
    const isHeld = (scope: string): boolean => {
      const client = Provider.ctx?.oidc.client;
      return !client || this.recordOf(client).scopes.includes(scope);
    };
    Object.assign(prototype, {
      getOIDCScopeFiltered(this: Grant, filter: Iterable<string>): string {
        const wanted = new Set(filter);
        const scopes = this.getOIDCScope().split(' ');
        return scopes.filter((scope) => wanted.has(scope) && isHeld(scope)).join(' ');
      },
      getOIDCClaimsFiltered(this: Grant, filter: Iterable<string>): string[] {
        const wanted = new Set(filter);
        return this.getOIDCClaims().filter((claim) => wanted.has(claim) && isHeld(scopeOfClaim(claim) ?? 'openid'));
      },
    });
  }

  #tighten(prototype: EngineClient): void {
    const notify = (notice: LogoutNotice) => this.notices.notify(notice);
    const secretFits = (client: EngineClient, secret: string) =>
      this.recordOf(client).hasSecret(secret, this.clock.now());
    Object.assign(prototype, {
      compareClientSecret(this: EngineClient, secret: string) {
        return secretFits(this, secret);
      },
      /**
       * Requires an exact match with a registered redirect URI, except for the port of a native app's loopback address
       * (RFC 8252, 7.3).
       */
      redirectUriAllowed(this: EngineClient, uri: string) {
        const registered = this.redirectUris ?? [];
        return registered.includes(uri) || (this.applicationType === 'native' && isAtAnyPortOf(registered, uri));
      },
      /** Checks the response mode only for the response type `code`. Another check refuses all other response types. */
      responseModeAllowed(mode: string | undefined, responseType: string) {
        return responseType !== 'code' || mode === undefined || RESPONSE_MODES.includes(mode);
      },
      /**
       * Queues a job that notifies the application of the logout. The engine itself would make only one attempt, and
       * the user would have to wait for it.
       */
      backchannelLogout(this: EngineClient, sub: string, sid: string) {
        return notify({ clientId: this.clientId, sub, sid });
      },
      postLogoutRedirectUriAllowed(this: EngineClient, uri: string) {
        return this.postLogoutRedirectUris?.includes(uri) ?? false;
      },
    });
  }
}

/** The actual constructor of the engine's clients. The published types omit its argument. */
type MadeOfMetadata = new (metadata: AllClientMetadata) => EngineClient;

/** Throws if a client tries to revoke a token of another client (RFC 7009, 2.1). */
export function requireOwnToken(
  _ctx: KoaContextWithOIDC,
  client: { clientId: string },
  token: { clientId?: string },
): true {
  if (token.clientId === client.clientId) return true;
  throw new errors.InvalidRequest('client is not authorized to revoke the presented token');
}
