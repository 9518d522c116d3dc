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
  /** The state that the route leaves unchanged. */
  readonly holds?: NotificationStatus;
}

const STATUS_CHECK = 'countersign:notification-status-check';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Turns a request away when the notification's state has no arrow for it. It reads the table of the state machine, but
 * before the row is locked: the entity decides, under the lock. The notification is the one of the path.
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
    // The first answer to an Idempotency-Key holds, whatever has become of the notification since.
    if (await this.answers.isRepetition(request)) return true;
    throw NotificationErrors.finished(`The notification is ${status}`, { from: status, action: check.action });
  }

  /** Leaves malformed ids and unknown notifications to the route. */
  #statusOf(request: Request): Promise<NotificationStatus | undefined> {
    const id = String(request.params['notificationUuid']);
    return UUID.test(id) ? this.notifications.statusOf(admittedTo(request).tenant, id) : Promise.resolve(undefined);
  }
}

/** The machine must have an arrow for this action, unless its effect holds already. */
export const AllowsNotificationAction = (action: NotificationAction, holds?: NotificationStatus) =>
  applyDecorators(SetMetadata(STATUS_CHECK, { action, holds }), UseGuards(NotificationStatusGuard));
