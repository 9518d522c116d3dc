import type { Content } from '@countersign/evidence';
import type { JsonObject } from '../../shared/kernel/index.js';
import type { PushMessage } from './notification-request.js';

/** The kind of notifications that a client asks for by OpenID Connect CIBA. Those of enterprises have no kind. */
export const APPROVAL = 'approval';
/** The kind of notifications that the user's own app asks for, about data that it shows. */
export const SIGNATURE = 'signature';
export const notificationKinds = [APPROVAL, SIGNATURE] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The user that a notification is for. */
export interface Addressee {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/** The version of a template that the texts came from. */
export interface UsedTemplate {
  readonly templateId: string;
  readonly version: number;
}

export interface NewNotification {
  readonly msgId: string;
  readonly content: Content;
  /** Digest of the whole request, by which a repeated one is recognised. */
  readonly requestDigest: string;
  readonly dsRequired: boolean;
  readonly expiresInSeconds: number;
  readonly pushMessage: PushMessage | null;
  readonly callbackUrl: string | null;
  readonly template: UsedTemplate | null;
  /** The client or the operator that asks. */
  readonly createdBy: string | null;
  readonly kind: NotificationKind | null;
  /** The approved request, as a machine reads it. */
  readonly request: JsonObject | null;
}
