import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import { Sealer } from '../../shared/security/index.js';
import { newWebhookSecret } from './webhook-secret.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

type KeptSecret = {
  readonly secret: string;
  /**
   * When the secret expires because a newer one replaces it, in ISO 8601. Until then, messages are signed with both.
   * Null for the newest secret.
   */
  readonly until: string | null;
};

type Sealed = Pick<WebhookEndpoint, 'endpointId' | 'sealedSecrets'>;

/** The secrets of endpoints. They are encrypted rather than hashed, because we sign with them. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Gives a new endpoint its first secret: the existing secret `given`, if there is one, or a new one. */
  begin(endpoint: WebhookEndpoint, given?: string): string {
    return this.#add(endpoint, [], given);
  }

  /** Adds a new secret. During the overlap, the previous one signs as well; older ones are removed. */
  rotate(endpoint: WebhookEndpoint, overlapSeconds: number, given?: string): string {
    const until = new Date(this.clock.now().getTime() + overlapSeconds * 1_000).toISOString();
    const [former] = this.#kept(endpoint);
    return this.#add(endpoint, former && overlapSeconds > 0 ? [{ ...former, until }] : [], given);
  }

  /** Returns the secrets that currently sign, the newest first. */
  inUse(sealed: Sealed): string[] {
    const now = this.clock.now().toISOString();
    return this.#kept(sealed)
      .filter(({ until }) => until === null || until > now)
      .map(({ secret }) => secret);
  }

  #kept({ endpointId, sealedSecrets }: Sealed): KeptSecret[] {
    return this.sealer.openJson(sealedSecrets, WebhookEndpoint.sealContext(endpointId)) as KeptSecret[];
  }

  #add(endpoint: WebhookEndpoint, former: readonly KeptSecret[], secret = newWebhookSecret()): string {
    const kept = [{ secret, until: null }, ...former];
    endpoint.sealedSecrets = this.sealer.sealJson(kept, WebhookEndpoint.sealContext(endpoint.endpointId));
    return secret;
  }
}
