import { parseCompactJws } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import {
  ApprovalDevice,
  type ApprovalOutcome,
  type ApprovalRequest,
  type SigningDevice,
  type Together,
} from '../../auth/contract/index.js';
import { DomainError, type JsonObject, Tenant } from '../../shared/kernel/index.js';
import { Devices, type UserRef } from '../../users/contract/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { msgIdOfApproval } from '../notification/approval-msg-id.js';
import { APPROVAL } from '../requests/new-notification.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { CreateNotification } from '../requests/create-notification.service.js';
import { NotificationsService } from '../requests/notifications.service.js';

/**
 * Requests the user's approval through a notification that must be signed, so every phone that can answer notifications
 * can also approve.
 */
@Injectable()
export class ApprovalsByNotification extends ApprovalDevice {
  constructor(
    private readonly creation: CreateNotification,
    private readonly closing: NotificationsService,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly devices: Devices,
  ) {
    super();
  }

  async devicesOf(user: UserRef): Promise<readonly SigningDevice[]> {
    return (await this.devices.list(user)).filter(({ blocked }) => !blocked);
  }

  async ask(user: UserRef, asking: ApprovalRequest, together?: Together): Promise<string> {
    const { requestId, clientId, actions, texts, hint, expiresInSeconds, request } = asking;
    const asked = {
      userId: user.userId,
      msgId: msgIdOfApproval(requestId),
      ...{ actions, body: texts, template: null, dsRequired: true, expiresInSeconds },
      ...{ pushMessage: hint, callbackUrl: null },
    };
    const kind = request ? APPROVAL : null;
    const asker = { createdBy: clientId, kind, request: request ?? null, together } as const;
    const { notification } = await this.creation.create(tenantOf(user), asked, asker);
    return notification.notificationUuid;
  }

  async outcome(user: UserRef, notificationUuid: string): Promise<ApprovalOutcome> {
    const found = await this.notifications.find(tenantOf(user), notificationUuid);
    if (found?.sub !== user.sub) return { state: 'ended' };
    const readable = this.seals.redactIfAltered(found);
    const { status, actionResponse, deviceId, signingStatus, updatedAt } = readable;
    if (status === 'ACTIVE') return { state: 'open' };
    if (status !== 'UPDATED' || signingStatus !== 'Verified' || !actionResponse || !deviceId) return { state: 'ended' };
    const evidenceDigest = receiptDigestOf(readable.evidence);
    return { state: 'answered', action: readable.chosenAction, deviceId, answeredAt: updatedAt, evidenceDigest };
  }

  async cancel(user: UserRef, notificationUuid: string): Promise<void> {
    try {
      await this.closing.cancel(tenantOf(user), notificationUuid);
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  }
}

/**
 * Reads the digest of the evidence from its receipt. The receipt is not verified here, because the keyed hashes of the
 * notification, which cover it, have already been checked.
 */
function receiptDigestOf(evidence: JsonObject | null): string {
  const receipt = evidence?.['receipt'];
  return String(parseCompactJws(typeof receipt === 'string' ? receipt : '')?.payload['evidence_digest']);
}

const tenantOf = ({ enterpriseId, test }: UserRef): Tenant => Tenant.of(enterpriseId, test);

/**
 * Whether the error means that the notification is already closed, or was removed at the end of its retention period.
 */
const isClosed = (error: unknown): boolean =>
  error instanceof DomainError &&
  [NotificationErrors.finished, NotificationErrors.notFound].some((kind) => error.kind === kind);
