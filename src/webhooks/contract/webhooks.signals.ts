/** Told to every process when a delivery was tried. */
export const DELIVERY_CHANGED = 'webhooks.delivery-changed';

export type DeliveryChanged = { readonly enterpriseId: string };
