import type { Notification, webhooks } from '../generated/api.js';

/** The event types that this version knows. Ignore unknown types: new ones will be added. */
export type WebhookEventType = keyof webhooks;

/** An event of one type. `data` depends on the `type`. */
export type WebhookEventOf<Type extends WebhookEventType> =
  webhooks[Type]['post']['requestBody']['content']['application/json'];

/** Any event. `switch (event.type)` narrows the type of `data`. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];

interface Envelope {
  /** The id of the event, the same in all tries and replays. Use it to process the event once. */
  readonly id: string;
  /** The time of this attempt to deliver the event. */
  readonly sentAt: Date;
}

/** A verified call from the service: an event, or the outcome of a notification that had a `callback_url`. */
export type Delivery =
  | (Envelope & { readonly kind: 'event'; readonly event: WebhookEvent })
  | (Envelope & { readonly kind: 'callback'; readonly notification: Notification });
