import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { IdempotencyStore } from '../../shared/http/index.js';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { allows, type NotificationAction, type NotificationStatus } from './notification-status.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { NotificationRepository } from './notification.repository.js';

interface StatusCheck {
  readonly action: NotificationAction;
  /**
   * A status in which the request is accepted but changes nothing, because an earlier request has already had the same
   * effect.
   */
  readonly holds?: NotificationStatus;
}

const STATUS_CHECK = 'countersign:notification-status-check';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Refuses a request if the notification's status does not allow its action. The id of the notification is taken from
 * the path. The guard reads without a lock, so the entity must check again under the lock.
 */
@Injectable()
export class NotificationStatusGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly notifications: NotificationRepository,
    private readonly answers: IdempotencyStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const check = this.reflector.get<StatusCheck | undefined>(STATUS_CHECK, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (!check) return true;
    const status = await this.#statusOf(request);
    if (status === undefined || status === check.holds || allows(status, check.action)) return true;
    // A repeated request with an Idempotency-Key receives the stored response, even if the status has changed since.
    if (await this.answers.isRepetition(request)) return true;
    throw NotificationErrors.finished(`The notification is ${status}`, { from: status, action: check.action });
  }

  /**
   * Reads the status of the notification in the path. Returns undefined for a malformed id or an unknown notification,
   * which the route itself refuses.
   */
  #statusOf(request: Request): Promise<NotificationStatus | undefined> {
    const id = String(request.params['notificationUuid']);
    return UUID.test(id) ? this.notifications.statusOf(admittedTo(request).tenant, id) : Promise.resolve(undefined);
  }
}

/**
 * Requires that the notification's status allows the action, or that it equals `holds`, in which case the request
 * changes nothing.
 */
export const AllowsNotificationAction = (action: NotificationAction, holds?: NotificationStatus) =>
  applyDecorators(SetMetadata(STATUS_CHECK, { action, holds }), UseGuards(NotificationStatusGuard));
