import { sign, type KeyObject, type SignKeyObjectInput } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type KoaContextWithOIDC, type Provider, ExternalSigningKey } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { issuerOf } from '../../../shared/auth-guard/index.js';
import { ProblemFilter } from '../../../shared/http/index.js';
import { Clock, type DomainError, KernelErrors } from '../../../shared/kernel/index.js';
import { nameRoute } from '../../../shared/observability/index.js';
import { EnginePages } from './engine-pages.service.js';
import {
  aroundRoutes,
  type Layer,
  formAsQuery,
  soundLogoutRequest,
  withoutRequestObject,
} from '../http/request.layers.js';
import { jsonRevocations, publishing, allowFormPost, requireScopeFirst, neverCached } from '../http/response.layers.js';
import { emptySecrets } from '../http/client-authentication.layer.js';
import { EngineClients } from './engine-clients.service.js';
import { EngineConfiguration } from './engine-configuration.service.js';
import { DISCOVERY, methodsOf, routes } from './engine.routes.js';
import { EngineStore } from '../storage/engine-store.service.js';
import { CorsPolicy } from '../http/cors-policy.service.js';
import { storeApprovalsInGrants } from '../storage/stored-backchannel-requests.adapter.js';
import { providerRedeemingBy, Redemptions } from '../storage/redemptions.service.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { storeFactorsInSessions } from '../../sessions/kept-factors.adapter.js';
import { changeStoredMembers } from '../../sessions/stored-members.js';
import { DeviceFlow } from '../device/device-flow.service.js';
import { TokenExchange } from '../exchange/token-exchange.service.js';
import { storeTimesOfIssueInTokens } from '../introspection-policy.service.js';
import { StructuredTokens } from '../structured-tokens.service.js';
import { TokenRequestsObserver } from '../token-requests.observer.js';
import type { LoadedKey } from '../../keys/signing-keys.service.js';

/** Builds the protocol engine: its configuration, its policy, and the middleware around its routes. */
@Injectable()
export class EngineBuilder {
  readonly #log = new Logger(EngineBuilder.name);
  readonly #issuer: string;
  readonly #problems: ProblemFilter;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly configuration: EngineConfiguration,
    private readonly clients: EngineClients,
    private readonly store: EngineStore,
    private readonly redemptions: Redemptions,
    private readonly structured: StructuredTokens,
    private readonly origins: CorsPolicy,
    private readonly observer: TokenRequestsObserver,
    private readonly pages: EnginePages,
    private readonly sessionOrigins: SessionOrigins,
    private readonly clock: Clock,
    private readonly exchange: TokenExchange,
    private readonly devices: DeviceFlow,
  ) {
    this.#issuer = issuerOf(config);
    this.#problems = new ProblemFilter(config);
  }

  build(keys: readonly InProcessSigningKey[]): Provider {
    const Engine = providerRedeemingBy(this.redemptions.complete);
    const provider = new Engine(this.#issuer, this.configuration.with(keys));
    // Makes the engine trust the headers `X-Forwarded-…`. This is safe, because `AuthorizationServer` overwrites them.
    provider.proxy = true;
    this.clients.install(provider);
    this.structured.install(provider);
    this.exchange.install(provider);
    this.devices.install(provider);
    forgetNonces(provider);
    storeApprovalsInGrants(provider);
    storeTimesOfIssueInTokens(provider, () => this.clock.now().getTime());
    storeFactorsInSessions(provider, () => this.clock.now().getTime() / 1000);
    provider.ReplayDetection.unique = (issuer, id, expiresAt) => this.store.firstUse(issuer, id, expiresAt);
    provider.on('server_error', (_ctx, error) => this.#report(error));
    // Logs errors of the engine. Otherwise Koa would print them itself.
    provider.onerror = (error) => this.#report(error);
    this.observer.observe(provider);
    provider.use(this.#answer);
    provider.use(this.origins.keepOut);
    provider.use(this.#around());
    return provider;
  }

  /** The outermost middleware. Renders errors, and answers 404 or 405 if no route has handled the request. */
  readonly #answer: Layer = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      await this.pages.failure(ctx, error);
      return;
    }
    if ('oidc' in ctx) {
      // The engine sets `oidc` when one of its routes has matched.
      nameRoute(ctx.req, `/service/authserver (${ctx.oidc.route})`);
      allowFormPost(ctx);
      await this.#noteOrigin(ctx);
      if (ctx.status === 500 && ctx.type === 'application/json') ctx.body = { error: 'server_error' };
    }
    if (ctx.status !== 404 || ctx.body) return;
    ctx.respond = false;
    this.#problems.answer(unanswered(ctx.path, ctx.method), ctx.req, ctx.res);
  };

  /**
   * Records the browser and location of a session when the user returns from our sign-in pages. By then, the session
   * has been stored.
   */
  async #noteOrigin({ oidc: { route, session }, req }: KoaContextWithOIDC): Promise<void> {
    if (route === 'resume' && session?.accountId !== undefined) await this.sessionOrigins.note(session.uid, req);
  }

  #around(): Layer {
    const emptySecret = emptySecrets((clientId) => this.clients.methodOf(clientId));
    return aroundRoutes({
      [DISCOVERY]: [publishing],
      [routes.jwks]: [publishing],
      [routes.authorization]: [formAsQuery, withoutRequestObject, requireScopeFirst],
      [routes.token]: [neverCached, emptySecret],
      [routes.pushed_authorization_request]: [emptySecret],
      [routes.backchannel_authentication]: [neverCached, emptySecret],
      [routes.device_authorization]: [neverCached, emptySecret],
      [routes.code_verification]: [this.devices.codeFromLink],
      [routes.introspection]: [emptySecret, this.structured.answer],
      [routes.revocation]: [emptySecret, jsonRevocations, this.structured.answer],
      [routes.end_session]: [formAsQuery, soundLogoutRequest, this.pages.logoutWithoutSession],
    });
  }

  #report(error: unknown): void {
    this.#log.error({ err: error }, 'The protocol engine failed');
  }
}

/** The error for a request that no route has handled: 405 with `Allow` (RFC 9110, 15.5.6; RFC 9126, 2.3), or 404. */
function unanswered(path: string, method: string): DomainError {
  const allow = methodsOf(path);
  if (!allow || allow.includes(method)) return KernelErrors.notFound();
  return KernelErrors.methodNotAllowed(undefined, { allow: [...allow] });
}

/**
 * Leaves `nonce` out of stored refresh tokens. The engine would copy it from one to the next and into each new ID
 * token, but an ID token issued on refresh should have none (OpenID Connect Core, 12.2).
 */
function forgetNonces({ RefreshToken }: Provider): void {
  changeStoredMembers(RefreshToken, (members) => members.filter((name) => name !== 'nonce'));
}

type SignInput = KeyObject | SignKeyObjectInput;
const signOffTheLoop = promisify<string, Uint8Array, SignInput, Buffer>(sign);

/**
 * A key with which the engine signs, but which it cannot read. By default, the engine signs with Web Crypto and needs
 * the key as a plain JWK. Here, the thread pool signs, so that the event loop can serve other requests. Password
 * hashing is limited, so it never occupies all threads of the pool.
 */
export class InProcessSigningKey extends ExternalSigningKey {
  readonly #key: LoadedKey;
  readonly #input: SignInput;

  constructor(key: LoadedKey, privateKey: KeyObject) {
    super();
    this.#key = key;
    this.#input = key.algorithm === 'RS256' ? privateKey : { key: privateKey, dsaEncoding: 'ieee-p1363' };
    Object.assign(this, { kid: key.kid, alg: key.algorithm });
  }

  override keyObject(): KeyObject {
    return this.#key.publicKey;
  }

  override sign(data: Uint8Array): Promise<Uint8Array> {
    return signOffTheLoop('sha256', data, this.#input);
  }
}
