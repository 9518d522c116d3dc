import type { JsonObject, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { WebhookType } from './webhook-type.js';

/**
 * The object and the person that an event is about, by which its deliveries can be found. The object is a notification,
 * a session or a device.
 */
export interface WebhookAbout {
  readonly id?: string;
  /** The permanent id of the person. */
  readonly sub: string;
}

export interface WebhookEvent {
  readonly type: WebhookType;
  readonly data: JsonObject;
  readonly occurredAt: Date;
  readonly about?: WebhookAbout;
}

export interface WebhookCallback {
  /** The URL of the callback. It must have the origin of a registered endpoint: see `hasOrigin`. */
  readonly url: string;
  /** The complete body of the callback. */
  readonly data: JsonObject;
  readonly about?: WebhookAbout;
}

/** Reports events to enterprises in signed requests to the endpoints that they registered. */
export abstract class Webhooks {
  /**
   * Stores, in the caller's transaction, one delivery for each enabled endpoint of the tenant that subscribed to the
   * type.
   */
  abstract emit(tx: Tx, tenant: Tenant, event: WebhookEvent): Promise<void>;

  /**
   * Returns the ids of the enabled endpoints that subscribed to a type, for `emitTo`. If there are none, the caller
   * needs no transaction.
   */
  abstract subscribers(tenant: Tenant, type: WebhookType): Promise<readonly string[]>;

  /** Stores, in the caller's transaction, one delivery for each of the given endpoints. */
  abstract emitTo(tx: Tx, subscribers: readonly string[], tenant: Tenant, event: WebhookEvent): void;

  /**
   * Stores, in the caller's transaction, one delivery to the callback's URL, signed with the secret of the endpoint
   * with the same origin. Does nothing if the enterprise has since disabled or removed that endpoint.
   */
  abstract callback(tx: Tx, tenant: Tenant, callback: WebhookCallback): Promise<void>;

  /** Whether the URL has the same origin as a registered endpoint. Callers must refuse any other URL. */
  abstract hasOrigin(tenant: Tenant, url: string): Promise<boolean>;
}
