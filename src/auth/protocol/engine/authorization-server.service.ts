import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Provider } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import type { Middleware } from '../../../shared/kernel/index.js';
import { signingAlgorithms } from '../../keys/signing-key-state.js';
import { SigningKeys, type LoadedKey } from '../../keys/signing-keys.service.js';
import { EngineBuilder, InProcessSigningKey } from './engine-builder.service.js';

interface Engine {
  readonly keys: readonly LoadedKey[];
  readonly provider: Provider;
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Holds the current protocol engine. An engine gets its keys when it is built, so it is replaced when they change. */
@Injectable()
export class AuthorizationServer {
  readonly #address: URL;
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

  /** Passes a request to the engine. Fails only when there is no engine because the keys could not be read. */
  readonly answer: Middleware = (request, response, next): void => {
    this.#setIssuerHeaders(request);
    if (this.#engine && this.#engine.keys === this.keys.known) void this.#engine.callback(request, response);
    else this.#current().then(({ callback }) => callback(request, response), next);
  };

  /**
   * Sets the headers from which the engine derives its URLs. They must be the URLs of the issuer, even if `Host`
   * differs.
   */
  #setIssuerHeaders({ headers }: IncomingMessage): void {
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
    const held = keys.map((key) => new InProcessSigningKey(key, this.keys.openPrivateKey(key)));
    const provider = this.builder.build(held);
    return { keys, provider, callback: provider.callback() };
  }
}
