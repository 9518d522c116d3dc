import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';
import { admittedTo } from './principal.js';

/** Who may call a route, according to its decorators. */
export interface RouteAccess {
  readonly withoutToken: boolean;
  /** The caller needs all scopes in `allOf`, and one of those in `oneOf`. A route with neither refuses every call. */
  readonly allOf: readonly string[] | undefined;
  readonly oneOf: readonly string[] | undefined;
  /**
   * A scope that also admits operators who have it only with a second operator's approval. Their call is then stored
   * until it is approved.
   */
  readonly fourEyes: string | undefined;
}

export type RouteHandler = ReturnType<ExecutionContext['getHandler']>;

/**
 * Reads the decorators of a route. A decorator on the method replaces the same decorator on the class. A method with
 * scopes needs a token, even if its class does not.
 */
export function accessTo(reflector: Reflector, route: [RouteHandler, Type]): RouteAccess {
  const hasOwnScopes = [SCOPES, ANY_OF].some((key) => reflector.get<unknown>(key, route[0]) !== undefined);
  return {
    withoutToken: !hasOwnScopes && reflector.getAllAndOverride<unknown>(WITHOUT_TOKEN, route) !== undefined,
    allOf: reflector.getAllAndOverride<string[] | undefined>(SCOPES, route),
    oneOf: reflector.getAllAndOverride<string[] | undefined>(ANY_OF, route),
    fourEyes: reflector.getAllAndOverride<string | undefined>(FOUR_EYES, route),
  };
}

export const isDeclared = ({ withoutToken, allOf, oneOf }: RouteAccess): boolean =>
  withoutToken || allOf !== undefined || oneOf !== undefined;

const SCOPES = 'countersign:scopes';
const ANY_OF = 'countersign:any-of';
const WITHOUT_TOKEN = 'countersign:without-token';
export const FOUR_EYES = 'countersign:four-eyes';

/** The name of the OAuth scheme in the API documents. */
export const OAUTH_SCHEME = 'oauth2';

/** Requires all the given scopes. On a class, it applies to all routes that do not have `@Scopes` themselves. */
export const Scopes = (...scopes: [string, ...string[]]) =>
  applyDecorators(SetMetadata(SCOPES, scopes), ApiSecurity(OAUTH_SCHEME, scopes));

/** Requires one of the given scopes. The response may depend on which of them the caller has. */
export const ScopesAnyOf = (...scopes: [string, ...string[]]) =>
  applyDecorators(SetMetadata(ANY_OF, scopes), ...scopes.map((scope) => ApiSecurity(OAUTH_SCHEME, [scope])));

/** Allows calls without a token. `reason` must say why that is safe. */
export const WithoutToken = (reason: string) => SetMetadata(WITHOUT_TOKEN, reason);

/**
 * Admits only administrators, which are clients with this right or operators of all enterprises. Refuses calls for test
 * data, because these routes concern the whole service, which a test client must not change.
 */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { administrator, test } = admittedTo(context.switchToHttp().getRequest<Request>()).principal;
    if (!administrator || test) throw KernelErrors.forbidden('Only live administrators may do this');
    return true;
  }
}
