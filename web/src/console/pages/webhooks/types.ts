import type { WebhookEndpoint } from '@countersign/node';

export type Endpoint = WebhookEndpoint;

export interface Attempt {
  readonly at: string;
  readonly ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer?: string | null;
}
export interface Delivery {
  readonly deliveryId: string;
  readonly endpointId?: string;
  readonly webhookId: string;
  readonly type: string;
  readonly status: string;
  readonly about?: string | null;
  readonly userId?: string | null;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly attempts: readonly Attempt[];
}
export interface DeliveryDetails extends Delivery {
  readonly url: string;
  readonly payload: string;
}
