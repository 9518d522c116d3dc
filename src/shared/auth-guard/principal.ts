import type { IncomingMessage } from 'node:http';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import { acrOf, currentTime, KernelErrors, type Level, type Tenant } from '../kernel/index.js';
import { ConsoleErrors } from './console.errors.js';

/** The caller: a client on its own behalf, a user through a client, or an operator at the console. */
export interface Principal {
  readonly kind: 'client' | 'user' | 'operator';
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly administrator: boolean;
  readonly sub?: string;
  readonly userId?: string;
  readonly grantId?: string;
  /** The time of the sign-in in seconds since 1970, as in the claim `auth_time`. */
  readonly authTime?: number;
  /** The authentication level of the sign-in. */
  readonly level?: Level;
  /**
   * The `sub` of the operator who last changed the client or its secret, or who created the client. `undefined` if that
   * was more than 7 days ago.
   */
  readonly responsibleOperator?: string;
  /** The operator's session at the console. Set for operators only. */
  readonly operator?: OperatorSession;
}

/**
 * An operator's session at the console: how long the operator's last use of a passkey counts as recent, and which
 * scopes need a second operator's approval.
 */
export interface OperatorSession {
  readonly sessionId: string;
  /** The time in milliseconds since 1970 until which the last use of a passkey counts as recent. */
  readonly steppedUpUntil: number;
  /** Scopes that the operator may use only with a second operator's approval. */
  readonly withSecond: ReadonlySet<string>;
  /** The second operator, who has approved this call. */
  readonly agreedBy?: string;
  /** The fingerprint of the object that an approved call changes, taken when the approval was requested. */
  readonly seen?: string;
}

/**
 * For each narrow scope, the wider scopes that include it. This applies to clients only: an operator needs each scope
 * itself.
 */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  'users:contact': ['users:read', 'users:write'],
  'users:remove': ['users:read', 'users:write'],
  'notifications:evidence': ['notifications:read'],
  'clients:secure': ['clients:write'],
  'operators:owners': ['operators:write'],
  'webhooks:replay': ['webhooks:write'],
  'ssf.read': ['ssf.manage'],
};

/** Whether the caller has the scope, either directly or, for a client, through a wider one. */
export const holdsScope = ({ kind, scopes }: Principal, scope: string): boolean =>
  scopes.has(scope) || (kind !== 'operator' && (IMPLIED[scope] ?? []).some((wider) => scopes.has(wider)));

/** Throws if the caller is an operator who has not used a passkey recently. */
export function demandFreshPasskey({ kind, operator }: Principal): void {
  if (kind !== 'operator' || (operator?.steppedUpUntil ?? 0) > currentTime()) return;
  throw ConsoleErrors.stepUpNeeded(undefined, { stepUp: '/step-up' });
}

export function demandScope(caller: Principal, scope: string): void {
  if (!holdsScope(caller, scope)) throw KernelErrors.insufficientScope(`This needs ${scope}`, { scope });
}

/** Refuses a token whose authentication level is too low (RFC 9470). A token without a level has the lowest one. */
export function demandLevel(level: Level | undefined, least: Level, maxAge: number): void {
  if ((level ?? 1) >= least) return;
  const asked = `acr_values="${acrOf(least)}", max_age="${maxAge}"`;
  const why = 'A stronger sign-in is needed';
  const challenge = `Bearer realm="api", error="insufficient_user_authentication", error_description="${why}", ${asked}`;
  throw KernelErrors.weakSignIn(why, { challenge, acrValues: acrOf(least), maxAge });
}

/** Whether the caller sees email addresses, phone numbers and login names. If not, they are masked. */
export const seesContactData = (caller: Principal): boolean =>
  caller.kind !== 'operator' || holdsScope(caller, 'users:contact');

/** The name of the caller in stored rows: `operator:<sub>`, `user:<sub>` or `client:<id>`. */
export const nameOf = ({ kind, sub, clientId }: Principal): string =>
  kind === 'client' ? `client:${clientId}` : `${kind}:${sub ?? clientId}`;

export interface Admitted {
  readonly principal: Principal;
  /** The tenant whose data the call concerns: the caller's own, or the one in the header `Enterprise-Id`. */
  readonly tenant: Tenant;
}

const admitted = new WeakMap<Request, Admitted>();

export function setAdmitted(request: Request, who: Admitted): void {
  admitted.set(request, who);
  request.user = who.principal;
}

/** The caller and tenant that the guard has admitted. Throws if the route does not require a token. */
export function admittedTo(request: Request): Admitted {
  const who = admitted.get(request);
  if (!who) throw KernelErrors.unauthenticated();
  return who;
}

export const CurrentPrincipal = createParamDecorator(
  (_data, context): Principal => admittedTo(context.switchToHttp().getRequest<Request>()).principal,
);

export const CurrentTenant = createParamDecorator(
  (_data, context): Tenant => admittedTo(context.switchToHttp().getRequest<Request>()).tenant,
);

/** An operator with a valid session at the console. Only the console's own code can attach it to a request. */
export interface ConsoleCaller {
  readonly sub: string;
  readonly sessionId: string;
  readonly steppedUpUntil: number;
  /**
   * Returns the operator as the principal for the live or test data of one enterprise. Without `enterpriseId`, this is
   * the first enterprise in which the operator has a role.
   */
  at(named: { readonly enterpriseId?: string | undefined; readonly test?: boolean | undefined }): Admitted;
}

const callers = new WeakMap<IncomingMessage, ConsoleCaller>();

export const setConsoleCaller = (request: IncomingMessage, caller: ConsoleCaller): unknown =>
  callers.set(request, caller);
export const consoleCallerOf = (request: IncomingMessage): ConsoleCaller | undefined => callers.get(request);
