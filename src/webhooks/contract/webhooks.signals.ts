/** The signal that every process gets after a delivery was tried. */
export const DELIVERY_CHANGED = 'webhooks.delivery-changed';

export type DeliveryChanged = { readonly enterpriseId: string };
