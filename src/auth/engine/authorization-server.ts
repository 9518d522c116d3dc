import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf } from '../../shared/http/bearer/issuer.js';
import { signingAlgorithms } from '../domain/signing-key-state.js';
import { EnginePages } from '../pages/engine-pages.js';
import { SigningKeys, type LoadedKey } from '../services/signing-keys.service.js';
import { EngineClients } from './engine-clients.js';
import { EngineConfiguration } from './engine-configuration.js';
import { EngineStore } from './engine-store.js';
import { HeldKey } from './held-key.js';
import { onlyByQuery } from './only-by-query.js';
import { publishing } from './published-documents.js';
import { StructuredTokens } from './structured-tokens.js';

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The protocol engine. It takes its keys at birth: when they change, another one takes its place. */
@Injectable()
export class AuthorizationServer {
  readonly #log = new Logger(AuthorizationServer.name);
  readonly #issuer: URL;
  readonly #passOn = new WeakMap<IncomingMessage, NextFunction>();
  #engine:
    { readonly keys: readonly LoadedKey[]; readonly provider: Provider; readonly callback: Callback } | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: SigningKeys,
    private readonly configuration: EngineConfiguration,
    private readonly clients: EngineClients,
    private readonly store: EngineStore,
    private readonly structured: StructuredTokens,
    private readonly pages: EnginePages,
  ) {
    this.#issuer = new URL(issuerOf(config));
  }

  async provider(): Promise<Provider> {
    return (await this.#current()).provider;
  }

  /** Answers below the mount. What the engine does not know is passed on. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    this.#pin(request);
    this.#passOn.set(request, next);
    this.#current().then(({ callback }) => callback(request, response), next);
  };

  /** The engine tells its addresses by the request: whatever `Host` says, they are those of the issuer. */
  #pin({ headers }: Request): void {
    headers.host = this.#issuer.host;
    headers['x-forwarded-host'] = this.#issuer.host;
    headers['x-forwarded-proto'] = this.#issuer.protocol.slice(0, -1);
  }

  async #current() {
    for (const algorithm of signingAlgorithms) await this.keys.active(algorithm);
    const keys = await this.keys.all();
    if (this.#engine?.keys !== keys) this.#engine = this.#build(keys);
    return this.#engine;
  }

  #build(keys: readonly LoadedKey[]) {
    const held = keys.map((key) => new HeldKey(key, this.keys.openPrivateKey(key)));
    const provider = new Provider(this.#issuer.href, this.configuration.with(held));
    provider.proxy = true;
    this.clients.install(provider);
    provider.ReplayDetection.unique = (issuer, id, expiresAt) => this.store.firstUse(issuer, id, expiresAt);
    provider.on('server_error', (_ctx, error) => this.#log.error({ err: error }, 'The protocol engine failed'));
    provider.use(this.#passingOn);
    provider.use(onlyByQuery);
    provider.use(this.pages.nobodyToSignOut);
    provider.use(publishing);
    provider.use(this.structured.answer);
    return { keys, provider, callback: provider.callback() as Callback };
  }

  /** A path that is no route of the engine is for the rest of the application to refuse. */
  readonly #passingOn = async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (ctx.status !== 404 || ctx.body) return;
    ctx.respond = false;
    this.#passOn.get(ctx.req)?.();
  };
}
