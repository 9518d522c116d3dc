import { createParamDecorator, applyDecorators, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { ApiSecurity } from '@nestjs/swagger';
import { KernelErrors } from '../../kernel/errors.js';
import type { Tenant } from '../../kernel/tenant.js';

/** Who calls: a client for itself, or a user by way of one. */
export interface Principal {
  readonly kind: 'client' | 'user';
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly administrator: boolean;
  readonly sub?: string;
  readonly userId?: string;
  readonly grantId?: string;
  /** Seconds since 1970, as in the token. */
  readonly authTime?: number;
}

export interface Admitted {
  readonly principal: Principal;
  /** Whose data the call is about: the caller's own, or what an administrator named. */
  readonly tenant: Tenant;
}

const admitted = new WeakMap<Request, Admitted>();

export function noteAdmitted(request: Request, who: Admitted): void {
  admitted.set(request, who);
  request.user = who.principal;
}

/** Who was let in. A route that asks without having demanded a token is refused. */
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

export const SCOPES = 'countersign:scopes';
export const WITHOUT_TOKEN = 'countersign:without-token';

/** The name under which the documents describe our tokens. */
export const OAUTH_SCHEME = 'oauth2';

/** The scopes that a caller's token needs, all of them. On a class it holds for each route that names none itself. */
export const Scopes = (...scopes: [string, ...string[]]) =>
  applyDecorators(SetMetadata(SCOPES, scopes), ApiSecurity(OAUTH_SCHEME, scopes));

/** A route that anyone may call, and why that is right. */
export const WithoutToken = (reason: string) => SetMetadata(WITHOUT_TOKEN, reason);
