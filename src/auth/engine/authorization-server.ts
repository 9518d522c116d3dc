import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { nameRoute } from '../../shared/operations/requests/route-name.js';
import { signingAlgorithms } from '../domain/signing-key-state.js';
import { SigningKeys, type LoadedKey } from '../services/signing-keys.service.js';
import { EngineBuilder } from './engine-builder.js';
import { isEngineRoute } from './engine-routes.js';
import { HeldKey } from './held-key.js';

interface Engine {
  readonly keys: readonly LoadedKey[];
  readonly provider: Provider;
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The protocol engine in use. It takes its keys at birth: when they change, another one takes its place. */
@Injectable()
export class AuthorizationServer {
  readonly #address: URL;
  readonly #passOn = new WeakMap<IncomingMessage, NextFunction>();
  #engine: Engine | undefined;

  constructor(
    @Inject(CONFIG) { authUrl }: Config,
    private readonly keys: SigningKeys,
    private readonly builder: EngineBuilder,
  ) {
    this.#address = new URL(authUrl);
  }

  async provider(): Promise<Provider> {
    return (await this.#current()).provider;
  }

  /** Answers below the mount. What the engine does not know is passed on. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    if (!isEngineRoute(request.path)) {
      next();
      return;
    }
    this.#pin(request);
    this.#passOn.set(request, next);
    if (this.#engine && this.#engine.keys === this.keys.known) void this.#engine.callback(request, response);
    else this.#current().then(({ callback }) => callback(request, response), next);
  };

  /** The engine tells its addresses by the request: whatever `Host` says, they are those of the issuer. */
  #pin({ headers }: Request): void {
    headers.host = this.#address.host;
    headers['x-forwarded-host'] = this.#address.host;
    headers['x-forwarded-proto'] = this.#address.protocol.slice(0, -1);
  }

  async #current(): Promise<Engine> {
    for (const algorithm of signingAlgorithms) await this.keys.active(algorithm);
    const keys = await this.keys.all();
    if (this.#engine?.keys !== keys) this.#engine = this.#with(keys);
    return this.#engine;
  }

  #with(keys: readonly LoadedKey[]): Engine {
    const provider = this.builder.build(keys.map((key) => new HeldKey(key, this.keys.openPrivateKey(key))));
    provider.use(this.#passingOn);
    return { keys, provider, callback: provider.callback() };
  }

  /** A method that is none of a route's is for the rest of the application to refuse. */
  readonly #passingOn = async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if ('oidc' in ctx) nameRoute(ctx.req, `/service/authserver (${ctx.oidc.route})`); // one of its routes has matched
    if (ctx.status !== 404 || ctx.body) return;
    ctx.respond = false;
    this.#passOn.get(ctx.req)?.();
  };
}
