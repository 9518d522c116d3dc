import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf } from '../../shared/http/bearer/issuer.js';
import { ProblemFilter } from '../../shared/http/problems/problem.filter.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import { nameRoute } from '../../shared/operations/requests/route-name.js';
import { EnginePages } from '../pages/engine-pages.js';
import { aroundRoutes, type Layer } from './around-routes.js';
import { formAsQuery } from './authorization-by-form.js';
import { emptyRevocations } from './empty-revocations.js';
import { EngineClients } from './engine-clients.js';
import { EngineConfiguration } from './engine-configuration.js';
import { DISCOVERY, routes } from './engine-routes.js';
import { EngineStore } from './engine-store.js';
import { ForeignOrigins } from './foreign-origins.js';
import type { HeldKey } from './held-key.js';
import { soundLogoutRequest } from './logout-requests.js';
import { publishing } from './published-documents.js';
import { providerRedeemingBy } from './redeeming-provider.js';
import { Redemptions } from './redemptions.js';
import { allowToBeSent, offeredResponseModes, speakOfScopeFirst } from './response-modes.js';
import { StructuredTokens } from './structured-tokens.js';
import { neverCached, refuseEmptySecret } from './token-answers.js';
import { TokenRequestsObserver } from './token-requests.observer.js';

/** Puts the protocol engine together: its configuration, and what we do before, after and instead of it. */
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
    private readonly origins: ForeignOrigins,
    private readonly observer: TokenRequestsObserver,
    private readonly pages: EnginePages,
  ) {
    this.#issuer = issuerOf(config);
    this.#problems = new ProblemFilter(config);
  }

  build(keys: readonly HeldKey[]): Provider {
    const Engine = providerRedeemingBy(this.redemptions.complete);
    const provider = new Engine(this.#issuer, this.configuration.with(keys));
    provider.proxy = true; // of which we are the only one: what it reads is set by us
    this.clients.install(provider);
    provider.ReplayDetection.unique = (issuer, id, expiresAt) => this.store.firstUse(issuer, id, expiresAt);
    provider.on('server_error', (_ctx, error) => this.#report(error));
    provider.onerror = (error) => this.#report(error); // Koa would print it
    this.observer.observe(provider);
    provider.use(this.#answer);
    provider.use(this.origins.keepOut);
    provider.use(this.#around());
    return provider;
  }

  /** The outermost. A method that is none of a route's does not exist. */
  readonly #answer: Layer = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      await this.pages.failure(ctx, error);
      return;
    }
    if ('oidc' in ctx) {
      nameRoute(ctx.req, `/service/authserver (${ctx.oidc.route})`); // one of its routes has matched
      allowToBeSent(ctx);
      if (ctx.status === 500 && ctx.type === 'application/json') ctx.body = { error: 'server_error' };
    }
    if (ctx.status !== 404 || ctx.body) return;
    ctx.respond = false;
    this.#problems.answer(KernelErrors.notFound(), ctx.req, ctx.res);
  };

  #around(): Layer {
    return aroundRoutes({
      [DISCOVERY]: [publishing],
      [routes.jwks]: [publishing],
      [routes.authorization]: [formAsQuery, offeredResponseModes, speakOfScopeFirst],
      [routes.token]: [neverCached, refuseEmptySecret],
      [routes.pushed_authorization_request]: [refuseEmptySecret],
      [routes.introspection]: [refuseEmptySecret, this.structured.answer],
      [routes.revocation]: [refuseEmptySecret, emptyRevocations, this.structured.answer],
      [routes.end_session]: [formAsQuery, soundLogoutRequest, this.pages.nobodyToSignOut],
    });
  }

  #report(error: unknown): void {
    this.#log.error({ err: error }, 'The protocol engine failed');
  }
}
