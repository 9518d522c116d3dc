import { Injectable } from '@nestjs/common';
import {
  ConfigurationKind,
  ownedEntry,
  type Owner,
  pagesOf,
  plain,
  type PresentObject,
} from '../../configuration/contract/index.js';
import type { Principal } from '../../shared/auth-guard/index.js';
import { TextField } from '../../shared/fields/index.js';
import { type JsonObject, Tenant } from '../../shared/kernel/index.js';
import { CreateWebhookEndpointDto } from './webhook-endpoint.dto.js';
import type { EndpointSettings, WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { EndpointRules, WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

const OVERLAP_SECONDS = 86_400;

class EndpointEntryDto extends ownedEntry(CreateWebhookEndpointDto) {
  @TextField({
    max: 100,
    pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
    called: 'whsec_ and 24 to 64 random bytes in base64',
    optional: true,
    example: '${WEBHOOK_SECRET}',
    description:
      'The secret that signs the webhooks, from the environment or a file. A new secret and the previous one both sign for a day. Without this field, a new endpoint gets a random secret that is not shown: replace it by the API.',
  })
  secret?: string;
}

/**
 * Webhook endpoints that configuration files declare by their URLs. If several endpoints have the same URL, the oldest
 * one is the declared one.
 */
@Injectable()
export class DeclaredEndpoints extends ConfigurationKind {
  override readonly list = 'webhookEndpoints';
  override readonly keyMember = 'url';
  override readonly rank = 5;
  override readonly form = EndpointEntryDto;
  override readonly isOwned = true;
  override readonly secrets = ['/secret'];

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly rows: WebhookEndpointRepository,
    private readonly rules: EndpointRules,
    private readonly kept: WebhookSecrets,
  ) {
    super();
  }

  override complete(entry: EndpointEntryDto): JsonObject {
    return plain({ ...CreateWebhookEndpointDto.toSettings(entry), secret: entry.secret });
  }

  override check(_owner: Owner, members: JsonObject): void {
    this.rules.refuseFaults(settingsOf(members));
  }

  override async find(owner: Owner, url: string, wanted?: JsonObject): Promise<PresentObject | undefined> {
    const found = await this.rows.ofUrl(Tenant.of(owner.enterpriseId, owner.test), url);
    if (!found) return undefined;
    const present = presentOf(found);
    return wanted?.['secret'] === undefined
      ? present
      : { ...present, members: { ...present.members, secret: this.kept.inUse(found)[0] ?? null } };
  }

  override async *all({ enterpriseId, test }: Owner): AsyncIterable<PresentObject> {
    const tenant = Tenant.of(enterpriseId, test);
    const pages = pagesOf<WebhookEndpoint>((last, limit) => this.endpoints.list(tenant, last?.endpointId, limit));
    const urls = new Set<string>();
    for await (const endpoint of pages) {
      if (!urls.has(endpoint.url)) yield presentOf(endpoint);
      urls.add(endpoint.url);
    }
  }

  override create({ enterpriseId, test }: Owner, members: JsonObject): Promise<unknown> {
    const { secret } = members as { secret?: string };
    const tenant = Tenant.of(enterpriseId, test);
    return this.endpoints.register(tenant, callerOf(tenant), settingsOf(members), secret);
  }

  override async change({ enterpriseId, test }: Owner, { id }: PresentObject, changed: JsonObject): Promise<unknown> {
    const tenant = Tenant.of(enterpriseId, test);
    const { secret, ...settings } = changed as Partial<EndpointSettings> & { secret?: string };
    if (Object.keys(settings).length > 0) await this.endpoints.change(tenant, callerOf(tenant), id, settings);
    if (secret === undefined) return undefined;
    return this.endpoints.rotateSecret(tenant, callerOf(tenant), id, OVERLAP_SECONDS, secret);
  }

  override remove({ enterpriseId, test }: Owner, id: string): Promise<void> {
    return this.endpoints.remove(Tenant.of(enterpriseId, test), id);
  }
}

const settingsOf = ({ url, eventTypes, enabled }: JsonObject): EndpointSettings =>
  ({ url, eventTypes, enabled }) as unknown as EndpointSettings;

const callerOf = ({ enterpriseId, test }: Tenant): Principal => ({
  kind: 'client',
  clientId: 'configuration',
  enterpriseId,
  test,
  scopes: new Set(),
  administrator: true,
});

/**
 * Reports an endpoint as enabled even if the service or its receiver has disabled it. Otherwise, applying a file that
 * declares it as enabled would enable it again.
 */
const presentOf = ({ endpointId, url, eventTypes, disabledBy }: WebhookEndpoint): PresentObject => ({
  id: endpointId,
  members: plain({ url, eventTypes, enabled: disabledBy !== 'enterprise' }),
});
