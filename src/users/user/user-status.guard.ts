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

/** The user that the guard has read for each request, so that a route need not read it again. */
const cards = new WeakMap<Request, UserCard>();

/** The user that the token of the request identifies, if the guard has read it. */
export const userOf = (request: Request): UserCard | undefined => cards.get(request);

/** Returns the error for a status that a route forbids, or `undefined`. */
type StatusCheck = (status: UserStatus, request: Request) => DomainError | undefined;

const STATUS_CHECK = 'countersign:user-status-check';
const USER_ID = /^[\w.@+|-]{1,255}$/;

/**
 * Refuses a request early if the user's status forbids it. The row is not locked yet, so the entity checks again under
 * its lock. If a user calls, the guard checks that user; otherwise it checks the user in the path.
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

  /** Undefined if there is no such user, or if the path contains no valid id. The route then responds. */
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
 * Refuses the verb in the body's `status` if the user's status has no transition for it, unless the user is already in
 * the target state. A missing or unknown verb is left to validation.
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

/** For routes that refuse users in some states, each with its own error. */
export const RefusesUsers = (refused: Partial<Record<UserStatus, ErrorKind>>) =>
  guardedBy((status) => refused[status]?.());

const ON_HOLD: Partial<Record<UserStatus, ErrorKind>> = {
  BLOCKED: UserErrors.blocked,
  PAUSED: UserErrors.blocked,
  DELETED: UserErrors.deleted,
};

/** For routes that accept a user's own token. Blocked and paused users get an error with the mobile code 141. */
export const RefusesBlockedUsers = () => RefusesUsers(ON_HOLD);

/** The rule of `RefusesBlockedUsers` for messages on a WebSocket, where no route guard runs. */
export const refusalOfUser = (status: UserStatus | undefined): DomainError | undefined => status && ON_HOLD[status]?.();
