import { createParamDecorator, applyDecorators, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { ApiSecurity } from '@nestjs/swagger';
import { KernelErrors } from '../../kernel/errors.js';
import type { Tenant } from '../../kernel/tenant.js';

/** The caller: a client on its own behalf, or a user through a client. */
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
  /** The tenant whose data the call is about: the caller's own, or the one that an administrator named. */
  readonly tenant: Tenant;
}

const admitted = new WeakMap<Request, Admitted>();

export function noteAdmitted(request: Request, who: Admitted): void {
  admitted.set(request, who);
  request.user = who.principal;
}

/** The admitted caller. A route that reads it without requiring a token is refused. */
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

/** The name of our token scheme in the API documents. */
export const OAUTH_SCHEME = 'oauth2';

/** Requires all of these scopes. On a class it applies to every route that declares none itself. */
export const Scopes = (...scopes: [string, ...string[]]) =>
  applyDecorators(SetMetadata(SCOPES, scopes), ApiSecurity(OAUTH_SCHEME, scopes));

/** Opens a route to callers without a token. The reason says why that is safe. */
export const WithoutToken = (reason: string) => SetMetadata(WITHOUT_TOKEN, reason);
