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

/** Caches the users of verified tokens, so that a route need not read them again. */
const cards = new WeakMap<Request, UserCard>();

/** The user whose own token it is, as the guard has found them. */
export const userOf = (request: Request): UserCard | undefined => cards.get(request);

/** Returns the error for a status that a route forbids, or `undefined`. */
type StatusCheck = (status: UserStatus, request: Request) => DomainError | undefined;

const STATUS_CHECK = 'countersign:user-status-check';
const USER_ID = /^[\w.@+|-]{1,255}$/;

/**
 * Turns a request away when the user's status forbids it. It reads the table of the state machine, but before the row is
 * locked: the entity decides, under the lock. The user is the one of the path, or the one whose token it is.
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
    // The first answer to an Idempotency-Key holds, whatever the user has become since.
    if (!refused || (await this.answers.isRepetition(request))) return true;
    throw refused;
  }

  /** A path that names nobody, or no possible id, is left to the route. */
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

/** The body's `status` must be a verb that the machine has an arrow for. A body that says none is left to validation. */
export const AllowsStatusVerb = () =>
  guardedBy((status, { body }) => {
    const verb = (body as { status?: unknown } | undefined)?.status;
    if (!isStatusVerb(verb) || allows(status, statusVerbs[verb])) return undefined;
    return alreadyHolds(statusVerbs[verb], status) ? undefined : refusedVerb(status, verb);
  });

/** The machine must have an arrow for activation. */
export const AllowsActivation = () =>
  guardedBy((status) =>
    allows(status, 'activate') ? undefined : UserErrors.nothingToActivate(`The user is ${status}`),
  );

/** Users in these states are refused, each with its error. */
export const RefusesUsers = (refused: Partial<Record<UserStatus, ErrorKind>>) =>
  guardedBy((status) => refused[status]?.());

const ON_HOLD: Partial<Record<UserStatus, ErrorKind>> = {
  BLOCKED: UserErrors.blocked,
  PAUSED: UserErrors.blocked,
  DELETED: UserErrors.deleted,
};

/** For routes that take a user's own token: a user on hold gets the mobile code 141. */
export const RefusesBlockedUsers = () => RefusesUsers(ON_HOLD);

/** The same rule for calls that come by a socket, where there are no routes. */
export const refusalOfUser = (status: UserStatus | undefined): DomainError | undefined => status && ON_HOLD[status]?.();
