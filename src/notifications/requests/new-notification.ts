import type { Content } from '@countersign/evidence';
import type { JsonObject } from '../../shared/kernel/index.js';
import type { PushMessage } from './notification-request.js';

/**
 * The kind of a notification that a client requests through OpenID Connect CIBA. Notifications created by enterprises
 * have no kind.
 */
export const APPROVAL = 'approval';
/** The kind of a notification that the user's own app requests, so that the user signs data displayed by the app. */
export const SIGNATURE = 'signature';
export const notificationKinds = [APPROVAL, SIGNATURE] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The user who receives a notification. */
export interface Addressee {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The template, and its version, from which the texts were made. */
export interface UsedTemplate {
  readonly templateId: string;
  readonly version: number;
}

export interface NewNotification {
  readonly msgId: string;
  readonly content: Content;
  /** A digest of the request, used to recognise a repeated request. */
  readonly requestDigest: string;
  readonly dsRequired: boolean;
  readonly expiresInSeconds: number;
  readonly pushMessage: PushMessage | null;
  readonly callbackUrl: string | null;
  readonly template: UsedTemplate | null;
  /** The client or operator that created the notification. */
  readonly createdBy: string | null;
  readonly kind: NotificationKind | null;
  /** The request to approve or sign, in machine-readable form. */
  readonly request: JsonObject | null;
}
