import type { Notification, webhooks } from '../generated/api.js';

/** The types of events that this version knows. More will come: ignore what you do not know. */
export type WebhookEventType = keyof webhooks;

/** An event of one type. `data` depends on the `type`. */
export type WebhookEventOf<Type extends WebhookEventType> =
  webhooks[Type]['post']['requestBody']['content']['application/json'];

/** Any event: `switch (event.type)` tells TypeScript what its `data` is. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];

interface Envelope {
  /** The same in every try and replay: act on it once. */
  readonly id: string;
  /** When this try was made. */
  readonly sentAt: Date;
}

/** A genuine call of the service: an event, or what has become of a notification that had a `callback_url`. */
export type Delivery =
  | (Envelope & { readonly kind: 'event'; readonly event: WebhookEvent })
  | (Envelope & { readonly kind: 'callback'; readonly notification: Notification });
