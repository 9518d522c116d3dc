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
import { admittedTo } from '../../shared/auth-guard/index.js';
import { IdempotencyStore } from '../../shared/http/index.js';
import type { DomainError, ErrorKind } from '../../shared/kernel/index.js';
import { allows, alreadyHolds, isStatusVerb, refusedVerb, statusVerbs, type UserStatus } from './user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import { type UserCard, UserDirectory } from '../contract/ports.js';

/** The user that the guard has read for each request, so that the route does not have to read it again. */
const cards = new WeakMap<Request, UserCard>();

/** Returns the user that the request's token identifies, if the guard has read it. */
export const userOf = (request: Request): UserCard | undefined => cards.get(request);

/**
 * Checks whether a route may be called for a user with this status. Returns the error if not, otherwise `undefined`.
 */
type StatusCheck = (status: UserStatus, request: Request) => DomainError | undefined;

const STATUS_CHECK = 'countersign:user-status-check';
const USER_ID = /^[\w.@+|-]{1,255}$/;

/**
 * Refuses a request early if the user's status forbids it. If the caller is a user, the guard checks that user,
 * otherwise the user in the path. The row is not locked yet, so the entity must check again under its lock.
 */
@Injectable()
export class UserStatusGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly users: UserDirectory,
    private readonly answers: IdempotencyStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const check = this.reflector.getAllAndOverride<StatusCheck>(STATUS_CHECK, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<Request>();
    const status = await this.#statusFor(request);
    const refused = status && check(status, request);
    // A retry with the same Idempotency-Key gets the stored response, even if the user's status has changed since.
    if (!refused || (await this.answers.isRepetition(request))) return true;
    throw refused;
  }

  /**
   * Returns the user's status. If there is no such user, or the path contains no valid id, returns undefined and leaves
   * the error to the route.
   */
  async #statusFor(request: Request): Promise<UserStatus | undefined> {
    const { principal, tenant } = admittedTo(request);
    if (principal.kind === 'user' && principal.sub !== undefined) {
      const user = await this.users.find(principal.sub);
      if (user) cards.set(request, user);
      return user?.status;
    }
    const userId = String(request.params['userId']);
    return USER_ID.test(userId) ? this.users.statusOfUserId(tenant, userId) : undefined;
  }
}

const guardedBy = (check: StatusCheck) => applyDecorators(SetMetadata(STATUS_CHECK, check), UseGuards(UserStatusGuard));

/**
 * Refuses a change of status if the user's status has no transition for the verb in the body's `status`, unless the
 * user is already in the target state. A missing or unknown verb is left to validation.
 */
export const AllowsStatusVerb = () =>
  guardedBy((status, { body }) => {
    const verb = (body as { status?: unknown } | undefined)?.status;
    if (!isStatusVerb(verb) || allows(status, statusVerbs[verb])) return undefined;
    return alreadyHolds(statusVerbs[verb], status) ? undefined : refusedVerb(status, verb);
  });

/** Refuses users whose status has no transition for activation. */
export const AllowsActivation = () =>
  guardedBy((status) =>
    allows(status, 'activate') ? undefined : UserErrors.nothingToActivate(`The user is ${status}`),
  );

/** Refuses users in certain states, each with its own error. */
export const RefusesUsers = (refused: Partial<Record<UserStatus, ErrorKind>>) =>
  guardedBy((status) => refused[status]?.());

const ON_HOLD: Partial<Record<UserStatus, ErrorKind>> = {
  BLOCKED: UserErrors.blocked,
  PAUSED: UserErrors.blocked,
  DELETED: UserErrors.deleted,
};

/**
 * Refuses blocked, paused and deleted users. For routes that accept a user's own token. For blocked and paused users,
 * the mobile API reports the error code 141.
 */
export const RefusesBlockedUsers = () => RefusesUsers(ON_HOLD);

/** Applies the rule of `RefusesBlockedUsers` to messages on a WebSocket, where no route guard runs. */
export const refusalOfUser = (status: UserStatus | undefined): DomainError | undefined => status && ON_HOLD[status]?.();
