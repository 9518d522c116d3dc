import { Injectable } from '@nestjs/common';
import type { AllClientMetadata, Client as EngineClient, Provider } from 'oidc-provider';
import { Clock } from '../../shared/kernel/clock.js';
import type { Client } from '../entities/client.entity.js';
import { LogoutNotices, type LogoutNotice } from '../logout/logout-notices.service.js';
import { ClientRegistry, type KnownClient } from '../services/client-registry.service.js';
import { isAtAnyPortOf } from '../domain/uris.js';
import { RESPONSE_MODES } from './response-modes.js';
import { metadataOf } from './client-metadata.js';

/** Gives the engine our clients, from memory, with our own rules where they are stricter than its own. */
@Injectable()
export class EngineClients {
  readonly #recordOf = new WeakMap<EngineClient, Client>();

  constructor(
    private readonly registry: ClientRegistry,
    private readonly notices: LogoutNotices,
    private readonly clock: Clock,
  ) {}

  install(provider: Provider): void {
    const made = new WeakMap<KnownClient, EngineClient>();
    // Its own look-up would hash each client's metadata on each request, and hold a hundred of them.
    provider.Client.find = async (clientId: string) => {
      const known = typeof clientId === 'string' ? await this.registry.find(clientId) : undefined;
      return known && (made.get(known) ?? this.#make(provider, known, made));
    };
    this.#tighten(provider.Client.prototype);
  }

  /** The stored client behind the engine's. */
  recordOf(client: EngineClient): Client {
    const record = this.#recordOf.get(client);
    if (!record) throw new Error(`The engine has a client that we did not give it: ${client.clientId}`);
    return record;
  }

  #make(provider: Provider, known: KnownClient, made: WeakMap<KnownClient, EngineClient>): EngineClient {
    const client = new (provider.Client as unknown as MadeOfMetadata)(metadataOf(known.record));
    this.#recordOf.set(client, known.record);
    made.set(known, client);
    return client;
  }

  #tighten(prototype: EngineClient): void {
    const tell = (notice: LogoutNotice) => this.notices.tell(notice);
    const secretFits = (client: EngineClient, secret: string) =>
      this.recordOf(client).hasSecret(secret, this.clock.now());
    Object.assign(prototype, {
      compareClientSecret(this: EngineClient, secret: string) {
        return secretFits(this, secret);
      },
      /** Exactly as registered, but for the port of an app's own little server (RFC 8252, 7.3). */
      redirectUriAllowed(this: EngineClient, uri: string) {
        const registered = this.redirectUris ?? [];
        return registered.includes(uri) || (this.applicationType === 'native' && isAtAnyPortOf(registered, uri));
      },
      /** Of other response types it is for another check to say that there are none. */
      responseModeAllowed(mode: string | undefined, responseType: string) {
        return responseType !== 'code' || mode === undefined || RESPONSE_MODES.includes(mode);
      },
      /** The engine would call there and then, while the user waits, and once. */
      backchannelLogout(this: EngineClient, sub: string, sid: string) {
        return tell({ clientId: this.clientId, sub, sid });
      },
      postLogoutRedirectUriAllowed(this: EngineClient, uri: string) {
        return this.postLogoutRedirectUris?.includes(uri) ?? false;
      },
    });
  }
}

/** As it is; the published types leave its argument out. */
type MadeOfMetadata = new (metadata: AllClientMetadata) => EngineClient;
