import type { JsonObject } from '../../shared/kernel/index.js';
import type { Notification } from './notification.entity.js';

/** A notification as enterprises see it in the API and in callbacks. */
export interface StatusBody {
  readonly user_id: string;
  readonly notification_uuid: string;
  readonly status: string;
  readonly delivery_status: string;
  /** The chosen action, or `NONE` if there is no answer. */
  readonly action_response: string;
  readonly is_ds_verified: boolean;
  readonly signing_status: string;
  readonly msg_id: string;
  readonly enterprise_id: string;
  readonly create_ts: string;
  readonly update_ts: string;
  readonly expiry_timestamp: string;
  readonly client_ip_address: string | null;
  readonly device_id: string | null;
  readonly evidence?: JsonObject;
  /**
   * `approval` or `signature`; absent for all other notifications. `client_id` is the id of the client that requested
   * the approval or signature.
   */
  readonly kind?: string;
  readonly client_id?: string;
  /** The types of the authorization details that the client has requested. */
  readonly authorization_details_types?: readonly string[];
}

export function statusBody(notification: Notification): StatusBody {
  const { evidence, signingStatus } = notification;
  const types = typesIn(notification.request);
  return {
    ...statusLine(notification),
    ...(evidence && signingStatus === 'Verified' && { evidence }),
    ...(types.length > 0 && { authorization_details_types: types }),
  };
}

/**
 * The `type` of each element of the request's `authorization_details`. The request was validated when it was created.
 */
function typesIn(request: JsonObject | null): string[] {
  const details = request?.['authorization_details'];
  return Array.isArray(details) ? (details as { readonly type: string }[]).map(({ type }) => type) : [];
}

/** The status of a notification for lists. It omits the evidence, which repeats the content. */
export const statusLine = (notification: Notification): StatusBody => ({
  user_id: notification.userId,
  notification_uuid: notification.notificationUuid,
  status: notification.status,
  delivery_status: notification.deliveryStatus,
  action_response: notification.actionResponse ?? 'NONE',
  is_ds_verified: notification.signingStatus === 'Verified',
  signing_status: notification.signingStatus,
  msg_id: notification.msgId,
  enterprise_id: notification.enterpriseId,
  create_ts: notification.createdAt.toISOString(),
  update_ts: notification.updatedAt.toISOString(),
  expiry_timestamp: notification.expiryAt.toISOString(),
  client_ip_address: notification.clientIp,
  device_id: notification.deviceId,
  ...(notification.kind && { kind: notification.kind, client_id: notification.createdBy ?? '' }),
});
