import type { Principal } from '../../shared/http/bearer/principal.js';
import { KernelErrors } from '../../shared/kernel/errors.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { UserRef } from '../../users/contract/index.js';
import type { Performed } from './mobile-event.js';
import type { ArgumentsOf, OperationName } from './operations.js';

/** Whoever calls an operation: a user, by a token that a client has. */
export interface MobileCaller {
  readonly user: UserRef;
  readonly tenant: Tenant;
  readonly clientId: string;
  /** What the token was issued under; a device is bound to it. */
  readonly grantId: string | undefined;
  /** Of the user's last login, in seconds. */
  readonly authTime: number | undefined;
  /** Of the user. */
  readonly language: string | undefined;
}

/** Refuses a token that no user has. */
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
    language: language ?? undefined,
  };
}

/** What one operation does, by whichever transport it was called. */
export abstract class MobileOperation<N extends OperationName = OperationName> {
  abstract readonly name: N;

  abstract perform(caller: MobileCaller, values: ArgumentsOf<N>): Promise<Performed>;
}
