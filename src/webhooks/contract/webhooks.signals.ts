/** The signal that every process receives after an attempt to make a delivery. */
export const DELIVERY_CHANGED = 'webhooks.delivery-changed';

export type DeliveryChanged = { readonly enterpriseId: string };
