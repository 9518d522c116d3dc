import type { CallOptions } from '../calls/api.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type QueryOf, Resource } from './resource.js';

/** Addresses to which the service sends events. Scopes: `webhooks:read`, `webhooks:write`. */
export class WebhookEndpoints extends Resource {
  list(query: QueryOf<'WebhookEndpoints_list'> = {}, options?: CallOptions): Listing<model.WebhookEndpoint> {
    return this.listed('WebhookEndpoints_list', 'webhookEndpoints', { query }, options);
  }

  /** The answer contains the secret. It is shown only once. */
  create(endpoint: model.CreateWebhookEndpoint, options?: CallOptions): Promise<model.NewWebhookEndpoint> {
    return this.call('WebhookEndpoints_create', { body: endpoint }, options);
  }

  get(endpointId: string, options?: CallOptions): Promise<model.WebhookEndpoint> {
    return this.call('WebhookEndpoints_get', { path: { endpointId } }, options);
  }

  update(
    endpointId: string,
    changes: model.ChangeWebhookEndpoint,
    options?: CallOptions,
  ): Promise<model.WebhookEndpoint> {
    return this.call('WebhookEndpoints_update', { path: { endpointId }, body: changes }, options);
  }

  delete(endpointId: string, options?: CallOptions): Promise<void> {
    return this.call('WebhookEndpoints_delete', { path: { endpointId } }, options);
  }

  /**
   * Creates a new secret, which is shown only in this answer. For `overlapSeconds`, messages are signed with both the
   * new and the previous secret.
   */
  rotateSecret(
    endpointId: string,
    rotation: model.RotateWebhookSecret = {},
    options?: CallOptions,
  ): Promise<model.NewWebhookSecret> {
    return this.call('WebhookEndpoints_rotateSecret', { path: { endpointId }, body: rotation }, options);
  }
}

/** The deliveries to your endpoints. Scopes: `webhooks:read`, `webhooks:replay`. */
export class WebhookDeliveries extends Resource {
  list(
    endpointId: string,
    query: QueryOf<'WebhookDeliveries_list'> = {},
    options?: CallOptions,
  ): Listing<model.WebhookDelivery> {
    return this.listed('WebhookDeliveries_list', 'deliveries', { path: { endpointId }, query }, options);
  }

  /** The deliveries to all endpoints. Filter by user, notification or status. */
  listAll(query: QueryOf<'WebhookDeliveries_listAll'> = {}, options?: CallOptions): Listing<model.WebhookDelivery> {
    return this.listed('WebhookDeliveries_listAll', 'deliveries', { query }, options);
  }

  /** The delivery with the text that was sent and the answers of the receiver. Each read is recorded in the audit log. */
  get(endpointId: string, deliveryId: string, options?: CallOptions): Promise<model.OpenedWebhookDelivery> {
    return this.call('WebhookDeliveries_get', { path: { endpointId, deliveryId } }, options);
  }

  replay(endpointId: string, deliveryId: string, options?: CallOptions): Promise<model.WebhookDelivery> {
    return this.call('WebhookDeliveries_replay', { path: { endpointId, deliveryId } }, options);
  }

  /** Makes the next try of a waiting delivery at once. */
  tryNow(endpointId: string, deliveryId: string, options?: CallOptions): Promise<model.WebhookDelivery> {
    return this.call('WebhookDeliveries_tryNow', { path: { endpointId, deliveryId } }, options);
  }

  /** Sends all failed deliveries since a time again. With `dryRun` they are only counted. */
  replayFailed(endpointId: string, replay: model.ReplayFailed, options?: CallOptions): Promise<model.Replayed> {
    return this.call('WebhookDeliveries_replayFailed', { path: { endpointId }, body: replay }, options);
  }

  /** Sends a message of the type `webhook.test`. */
  test(endpointId: string, options?: CallOptions): Promise<model.WebhookDelivery> {
    return this.call('WebhookDeliveries_test', { path: { endpointId } }, options);
  }
}
