import 'reflect-metadata';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import { setAdmitted } from '../../shared/auth-guard/principal.js';
import type { IdempotencyStore } from '../../shared/http/index.js';
import { newId, Tenant } from '../../shared/kernel/index.js';
import { notificationStatus, type NotificationAction, type NotificationStatus } from './notification-status.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import type { NotificationRepository } from './notification.repository.js';
import { AllowsNotificationAction, NotificationStatusGuard } from './notification-status.guard.js';

const ID = newId();

/** A repository with one notification of one tenant. */
const holding = (status: NotificationStatus) => ({
  statusOf: ({ enterpriseId, test }: Tenant, id: string) =>
    Promise.resolve(enterpriseId === 'bank' && !test && id.toLowerCase() === ID ? status : undefined),
});

interface Asked {
  readonly id?: string;
  readonly enterpriseId?: string;
  readonly test?: boolean;
  readonly repeats?: boolean;
  readonly holds?: NotificationStatus;
}

/** Runs the guard. Returns the error, or "passes". */
async function knock(action: NotificationAction, status: NotificationStatus, asked: Asked = {}): Promise<unknown> {
  const { id = ID, enterpriseId = 'bank', test = false, repeats = false, holds } = asked;
  class Routes {
    @AllowsNotificationAction(action, holds) act(): void {}
  }
  const headers = { 'idempotency-key': 'k' };
  const request = { method: 'POST', headers, params: { notificationUuid: id } } as unknown as Request;
  const principal = { kind: 'client', clientId: 'c', scopes: new Set<string>(), administrator: false } as const;
  setAdmitted(request, {
    principal: { ...principal, enterpriseId, test },
    tenant: Tenant.of(enterpriseId, test),
  });
  // oxlint-disable-next-line typescript/unbound-method -- Nest hands the guard the method itself
  const context = new ExecutionContextHost([request, {}], Routes, Routes.prototype.act);
  const answers = { isRepetition: () => Promise.resolve(repeats) } as unknown as IdempotencyStore;
  const notifications = holding(status) as unknown as NotificationRepository;
  const guard = new NotificationStatusGuard(new Reflector(), notifications, answers);
  return guard.canActivate(context).then(
    () => 'passes',
    (error: unknown) => error,
  );
}

const actions = notificationStatus.actions.filter((action) => action !== 'create');
const hasArrow = (from: NotificationStatus, action: NotificationAction) =>
  notificationStatus.arrows.some((arrow) => arrow[0] === from && arrow[1] === action);

describe.each(notificationStatus.states)('A notification that is %s', (status) => {
  it.each(actions)('meets %s at the door as in the machine', async (action) => {
    const answer = await knock(action, status);
    if (hasArrow(status, action)) expect(answer).toBe('passes');
    else
      expect(answer).toMatchObject({
        kind: NotificationErrors.finished,
        detail: `The notification is ${status}`,
        extra: { from: status, action },
      });
  });

  it('passes where the route leaves that state as it is', async () => {
    expect(await knock('cancel', status, { holds: status })).toBe('passes');
  });
});

describe('The guard', () => {
  it.each<[string, Asked]>([
    ['a notification of another enterprise', { enterpriseId: 'other' }],
    ['a live notification, asked for in test mode', { test: true }],
    ['a notification that does not exist', { id: newId() }],
    ['a path that can be no id', { id: "1' OR true" }],
    ['what repeats a request that was answered', { repeats: true }],
  ])('leaves to the route %s', async (_what, asked) => {
    expect(await knock('cancel', 'EXPIRED', asked)).toBe('passes');
  });

  it('leaves to the route an id in capitals, which is the same id', async () => {
    expect(await knock('cancel', 'EXPIRED', { id: ID.toUpperCase() })).toMatchObject({
      kind: NotificationErrors.finished,
    });
  });

  it('leaves to the route nothing for a key whose request was not answered', async () => {
    expect(await knock('cancel', 'EXPIRED')).toMatchObject({
      kind: NotificationErrors.finished,
    });
  });
});
