import type { Principal } from '../../shared/auth-guard/index.js';
import { KernelErrors, type Level, Tenant } from '../../shared/kernel/index.js';
import type { UserRef } from '../../users/contract/index.js';
import type { Performed } from './mobile-event.js';
import type { ArgumentsOf, OperationName } from './operations.js';

/** The caller of an operation: a user, authenticated by a token that a client obtained. */
export interface MobileCaller {
  readonly user: UserRef;
  readonly tenant: Tenant;
  readonly clientId: string;
  /** The id of the grant to which the token belongs. A device may be bound to this grant. */
  readonly grantId: string | undefined;
  /** When the user last logged in, in seconds since 1970. */
  readonly authTime: number | undefined;
  /** The authentication level of the user's last login. */
  readonly level: Level | undefined;
  /** The user's language. */
  readonly language: string | undefined;
}

/** Reads the caller from a token. Refuses tokens that belong to no user. */
export function callerFrom(
  { sub, userId, enterpriseId, test, ...token }: Principal,
  language?: string | null,
): MobileCaller {
  if (sub === undefined || userId === undefined) throw KernelErrors.forbidden('The token is of no user');
  return {
    user: { sub, userId, enterpriseId, test },
    tenant: Tenant.of(enterpriseId, test),
    clientId: token.clientId,
    grantId: token.grantId,
    authTime: token.authTime,
    level: token.level,
    language: language ?? undefined,
  };
}

/** An operation of the mobile API. It is independent of whether it is called over HTTP or a socket. */
export abstract class MobileOperation<N extends OperationName = OperationName> {
  abstract readonly name: N;

  abstract perform(caller: MobileCaller, values: ArgumentsOf<N>): Promise<Performed>;
}
