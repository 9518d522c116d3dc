import { sealedColumn } from '../kernel/sealed-column.js';

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The kind of the job that makes the next try of a delivery. Its lanes are the endpoints. */
export const DELIVER_WEBHOOK = 'shared/deliver-webhook';

/** The longest body. One byte more is a fault of ours: what enterprises and users send is limited before. */
export const MOST_BODY_BYTES = 2 * 1_048_576;

/** How long after each failed try the next one is due. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The type that the log shows for a callback, which has none. */
export const CALLBACK = 'callback';

/** What is sealed of a delivery: the exact bytes that are sent, and whereto if not to the endpoint's own address. */
export type DeliveryContent = { readonly body: string; readonly url?: string };

export const contentContext = sealedColumn(
  'shared.webhook_delivery',
  'sealed_content',
  'delivery_id',
  (id) => `shared/webhook-content:${id}`,
);
