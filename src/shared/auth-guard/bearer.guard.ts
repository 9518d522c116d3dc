import { Injectable, type ExecutionContext, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { currentContext, KernelErrors, Tenant } from '../kernel/index.js';
import { Refused } from './access-token.js';
import { ClientUse, EnterpriseIds, OperatorPowers } from './bearer.ports.js';
import { BearerStrategy, refusalOf } from './bearer.strategy.js';
import { needsSecond, markForFourEyes } from './four-eyes/four-eyes.js';
import {
  type Admitted,
  type ConsoleCaller,
  consoleCallerOf,
  demandFreshPasskey,
  holdsScope,
  setAdmitted,
  type Principal,
} from './principal.js';
import { accessTo, isDeclared, type RouteAccess, type RouteHandler } from './route-access.js';

/**
 * Runs before every route of every listener. Each route declares with @Scopes or @WithoutToken who may call it. A route
 * with neither decorator refuses every call.
 */
@Injectable()
export class BearerGuard extends AuthGuard() {
  readonly #routes = new WeakMap<Type, Map<RouteHandler, RouteAccess>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly enterprises: EnterpriseIds,
    private readonly use: ClientUse,
    private readonly powers: OperatorPowers,
    private readonly strategy: BearerStrategy,
  ) {
    super({ defaultStrategy: strategy.name });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.#accessTo(context);
    if (access.withoutToken) return true;
    const request = this.getRequest(context);
    const { principal, tenant } = await this.#callerOf(context, request);
    demandAccess(principal, access);
    if (principal.kind === 'operator') this.#demandPower(principal, request);
    request.res?.setHeader('Countersign-Mode', tenant.test ? 'test' : 'live');
    setAdmitted(request, { principal, tenant });
    if (access.fourEyes !== undefined) markForFourEyes(request);
    return true;
  }

  #accessTo(context: ExecutionContext): RouteAccess {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    return this.#routes.get(controller)?.get(handler) ?? this.#read(controller, handler);
  }

  /** Reads what the decorators of a route declare, and caches it, because they do not change. */
  #read(controller: Type, handler: RouteHandler): RouteAccess {
    const access = accessTo(this.reflector, [handler, controller]);
    if (!isDeclared(access)) throw KernelErrors.forbidden('This route declares no scope');
    const routes = this.#routes.get(controller) ?? new Map<RouteHandler, RouteAccess>();
    this.#routes.set(controller, routes.set(handler, access));
    return access;
  }

  async #callerOf(context: ExecutionContext, request: Request): Promise<Admitted> {
    const operator = consoleCallerOf(request);
    if (operator) return this.#atConsole(operator, request);
    const principal = await this.#principalOf(context, request);
    noteActor(principal, actingForIn(request, principal));
    this.use.noteCall(principal);
    return { principal, tenant: await this.#tenantOf(principal, request.get('enterprise-id')) };
  }

  async #principalOf(context: ExecutionContext, request: Request): Promise<Principal> {
    const known = await this.strategy.callerOfKnownToken(request).catch(refuse);
    if (known) return known;
    await super.canActivate(context);
    return request.user as Principal;
  }

  /**
   * Admits an operator. The headers `Enterprise-Id` and `Data` select the enterprise, and either its live or its test
   * data.
   */
  async #atConsole(operator: ConsoleCaller, request: Request): Promise<Admitted> {
    const enterpriseId = request.get('enterprise-id');
    const admitted = operator.at({ enterpriseId, test: sideIn(request) });
    if (enterpriseId !== undefined) await this.#demandEnterprise(enterpriseId);
    noteActor(admitted.principal, actingForIn(request, admitted.principal));
    return admitted;
  }

  /**
   * Refuses an operator's request, other than GET, to a route that the table of operators' routes (`OperatorPowers`)
   * does not contain. Also throws if the table requires a recent use of a passkey and there was none.
   */
  #demandPower(operator: Principal, request: Request): void {
    const power = this.powers.of(routeOf(request));
    if (!power && request.method !== 'GET')
      throw KernelErrors.forbidden('The table of powers has no entry for this route');
    if (power?.freshPasskey) demandFreshPasskey(operator);
  }

  override getRequest(context: ExecutionContext): Request {
    return context.switchToHttp().getRequest<Request>();
  }

  /** Called with the result of the Passport strategy. The return value becomes `request.user`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- AuthGuard declares it so
  override handleRequest<User>(error: unknown, principal: unknown, info: unknown, context: ExecutionContext): User {
    if (!error && principal) return principal as User;
    return refuse(error ?? refusalOf(this.getRequest(context), info));
  }

  /**
   * The tenant whose data the call concerns. An administrator may name another enterprise in the header
   * `Enterprise-Id`.
   */
  async #tenantOf({ administrator, enterpriseId, test }: Principal, named: string | undefined): Promise<Tenant> {
    if (named === undefined) return Tenant.of(enterpriseId, test);
    if (!administrator) throw KernelErrors.forbidden('Only administrators can send Enterprise-Id');
    await this.#demandEnterprise(named);
    return Tenant.of(named, test);
  }

  async #demandEnterprise(named: string): Promise<void> {
    if (!(await this.enterprises.exists(named))) throw KernelErrors.notFound('No such enterprise');
  }
}

/** The method and path pattern of a request's route, such as `PUT /v1/users/:userId/status`. */
export const routeOf = ({ method, route }: Request): string =>
  `${method} ${String((route as { path?: unknown } | undefined)?.path)}`;

/**
 * The side, live or test data, that an operator requests in the header `Data`: true for test, false for live, undefined
 * without the header.
 */
export function sideIn(request: Request): boolean | undefined {
  const side = request.get('data');
  if (side === undefined) return undefined;
  if (side === 'live' || side === 'test') return side === 'test';
  throw KernelErrors.invalidArguments('The header Data must be live or test.');
}

function demandAccess(principal: Principal, { allOf = [], oneOf, fourEyes }: RouteAccess): void {
  demandScopes(principal, allOf, fourEyes);
  if (oneOf) demandOneOf(principal, oneOf);
}

/**
 * Whether the caller has the scope. If `fourEyes` names the scope, an operator who may use it only with a second
 * operator's approval passes too, because the route can store the call until it is approved.
 */
const isOpen = (principal: Principal, scope: string, fourEyes: string | undefined): boolean =>
  holdsScope(principal, scope) || (scope === fourEyes && needsSecond(principal, scope));

function demandScopes(principal: Principal, needed: readonly string[], fourEyes: string | undefined): void {
  if (needed.every((scope) => isOpen(principal, scope, fourEyes))) return;
  throw KernelErrors.insufficientScope(`This route needs ${needed.join(' and ')}`, { scope: needed.join(' ') });
}

function demandOneOf(principal: Principal, scopes: readonly string[]): void {
  if (scopes.some((scope) => holdsScope(principal, scope) || needsSecond(principal, scope))) return;
  throw KernelErrors.insufficientScope(`This route needs one of ${scopes.join(', ')}`, { scope: scopes.join(' ') });
}

function refuse(refusal: unknown): never {
  if (!(refusal instanceof Refused)) throw refusal;
  throw KernelErrors.unauthenticated(refusal.why, { challenge: refusal.challenge });
}

function noteActor(principal: Principal, actingFor: string | undefined): void {
  const { kind, sub, clientId, enterpriseId, operator, responsibleOperator } = principal;
  const context = currentContext();
  if (!context) return;
  const isUser = kind === 'operator' && { isUser: true as const };
  const agreed = operator?.agreedBy !== undefined && { agreedBy: operator.agreedBy };
  const responsible = responsibleOperator !== undefined && { responsibleOperator };
  const acting = actingFor !== undefined && { actingFor };
  context.actor = { kind, id: sub ?? clientId, ...isUser, ...agreed, ...responsible, ...acting };
  context.queueKey = { tenant: enterpriseId, session: context.requestId };
}

/**
 * Valid values of the `Acting-For` header: visible ASCII without spaces. A header that was sent twice does not match,
 * because Node joins the values with a comma and a space.
 */
const ACTING_FOR = /^[!-~]{1,255}$/;

/**
 * The employee on whose behalf a portal says that it makes the request. The name is not verified; the audit log
 * contains both the portal and the employee.
 */
function actingForIn(request: Request, { kind }: Principal): string | undefined {
  const named = request.get('acting-for');
  if (named === undefined) return undefined;
  if (kind !== 'client') throw KernelErrors.forbidden('Only a client with a token of its own can send Acting-For');
  if (ACTING_FOR.test(named)) return named;
  throw KernelErrors.invalidArguments('Acting-For must have 1 to 255 visible ASCII characters.');
}
