import 'reflect-metadata';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import type { Principal } from '../../shared/auth-guard/index.js';
import { setAdmitted } from '../../shared/auth-guard/principal.js';
import type { IdempotencyStore } from '../../shared/http/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { alreadyHolds, statusVerbs, userStatus, type StatusVerb, type UserStatus } from './user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import { type UserProfile, UserDirectory } from '../contract/ports.js';
import {
  AllowsActivation,
  AllowsStatusVerb,
  RefusesBlockedUsers,
  RefusesUsers,
  userOf,
  UserStatusGuard,
} from './user-status.guard.js';

const cardOf = (status: UserStatus): UserProfile => ({
  ref: { sub: 's', userId: 'jane', enterpriseId: 'bank', test: false },
  ...{ status, blockedBy: null, language: 'de', firstName: null, lastName: null, emailId: null, mobileNumber: null },
  ...{ emailVerified: false, groups: [], attributes: {} },
});

/** A directory with one user, found by the `sub` s or by the user id jane in one tenant. */
class OneUser extends UserDirectory {
  constructor(private readonly status: UserStatus) {
    super();
  }

  find = (sub: string) => Promise.resolve(sub === 's' ? cardOf(this.status) : undefined);
  findByLogin = () => Promise.reject(new Error('Nobody logs in here'));
  statusOf = () => Promise.reject(new Error('The whole card is read, once'));
  statusOfUserId = (tenant: Tenant, userId: string) =>
    Promise.resolve(tenant.enterpriseId === 'bank' && userId === 'jane' ? this.status : undefined);
}

class Routes {
  @AllowsStatusVerb() change(): void {}
  @AllowsActivation() resend(): void {}
  @RefusesUsers({ DELETED: UserErrors.deleted }) correct(): void {}
  @RefusesBlockedUsers() mobile(): void {}
}

interface Asked {
  readonly body?: unknown;
  readonly userId?: string;
  readonly enterpriseId?: string;
  readonly repeats?: boolean;
  readonly sub?: string;
  readonly seen?: (request: Request) => void;
}

type Route = keyof Routes;
const handlers = Object.fromEntries(
  Object.entries(Object.getOwnPropertyDescriptors(Routes.prototype)).map(([name, { value }]) => [
    name,
    value as () => void,
  ]),
);

/** Sends a request through the guard. Returns its error, or "passes". */
async function knock(route: Route, status: UserStatus, asked: Asked = {}): Promise<unknown> {
  const { body, userId = 'jane', enterpriseId = 'bank', repeats = false, sub } = asked;
  const request = {
    method: 'POST',
    headers: { 'idempotency-key': 'k' },
    body,
    params: sub ? {} : { userId },
  } as unknown as Request;
  const principal: Principal = {
    kind: sub ? 'user' : 'client',
    clientId: 'c',
    enterpriseId,
    test: false,
    scopes: new Set(),
    administrator: false,
    ...(sub !== undefined && { sub }),
  };
  setAdmitted(request, { principal, tenant: Tenant.of(enterpriseId, false) });
  asked.seen?.(request);
  const context = new ExecutionContextHost([request, { setHeader: () => undefined }], Routes, handlers[route]);
  const answers = { isRepetition: () => Promise.resolve(repeats) } as unknown as IdempotencyStore;
  return new UserStatusGuard(new Reflector(), new OneUser(status), answers).canActivate(context).then(
    () => 'passes',
    (error: unknown) => error,
  );
}

const verbs = Object.keys(statusVerbs) as StatusVerb[];
const hasArrow = (from: UserStatus, action: string) =>
  userStatus.arrows.some((arrow) => arrow[0] === from && arrow[1] === action);

describe.each(userStatus.states)('A user who is %s', (status) => {
  it.each(verbs)('meets %s at the door as in the machine', async (verb) => {
    const answer = await knock('change', status, { body: { status: verb } });
    const action = statusVerbs[verb];
    if (hasArrow(status, action) || alreadyHolds(action, status)) expect(answer).toBe('passes');
    else
      expect(answer).toMatchObject({
        kind: UserErrors.statusRefused,
        detail: `User status: ${status} does not allow ${verb}`,
        extra: { from: status, action, to: verb },
      });
  });

  it('is sent a code only where activation has an arrow', async () => {
    const answer = await knock('resend', status);
    if (hasArrow(status, 'activate')) expect(answer).toBe('passes');
    else expect(answer).toMatchObject({ kind: UserErrors.nothingToActivate });
  });

  it('is corrected unless deleted', async () => {
    const answer = await knock('correct', status);
    if (status !== 'DELETED') expect(answer).toBe('passes');
    else expect(answer).toMatchObject({ kind: UserErrors.deleted });
  });

  it('learns on mobile routes that a block or a pause is why', async () => {
    const answer = await knock('mobile', status, { sub: 's' });
    const refused = { BLOCKED: UserErrors.blocked, PAUSED: UserErrors.blocked, DELETED: UserErrors.deleted };
    const kind = status in refused ? refused[status as keyof typeof refused] : undefined;
    if (!kind) expect(answer).toBe('passes');
    else expect(answer).toMatchObject({ kind });
  });
});

it('A route learns who the user is, whose token it is, without another look', async () => {
  const requests: Request[] = [];
  const seen = (request: Request) => requests.push(request);
  await knock('mobile', 'ACTIVE', { sub: 's', seen });
  await knock('change', 'ACTIVE', { body: { status: 'PAUSED' }, seen });
  expect(requests.map((request) => userOf(request)?.language)).toEqual(['de', undefined]);
});

describe('The guard', () => {
  it.each([
    ['a verb that is none', { body: { status: 'toString' } }],
    ['no body', {}],
    ['a user of another enterprise', { enterpriseId: 'other', body: { status: 'UNBLOCK' } }],
    ['a user who does not exist', { userId: 'nobody', body: { status: 'UNBLOCK' } }],
    ['a path that can be no id', { userId: 'a\0b', body: { status: 'UNBLOCK' } }],
    ['what repeats a request that was answered', { repeats: true, body: { status: 'UNBLOCK' } }],
  ])('leaves to the route %s', async (_what, asked) => {
    expect(await knock('change', 'DELETED', asked)).toBe('passes');
  });

  it('leaves the mobile code of a blocked user to the errors', () => {
    expect(UserErrors.blocked.spec.mobile).toBe(141);
  });
});
