import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { currentContext } from '../../kernel/request-context.js';
import { surfaceEnteredBy, type Surface, type SurfaceName } from '../surfaces.js';
import { Admission, type Presented } from './admission.service.js';
import { noteAdmitted, type Principal } from './principal.js';
import { Refused } from './refused.js';
import { SCOPES, WITHOUT_TOKEN } from './scopes.decorator.js';
import { TenantChoice } from './tenant-choice.js';

/** The surfaces that serve nobody without a token, unless a route says otherwise. */
export const guardedSurfaces: ReadonlySet<SurfaceName> = new Set(['management', 'mobile']);

/** Stands before every route of a guarded surface. A route that declares no scope is closed to all. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    private readonly tenants: TenantChoice,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<Request>();
    const surface = surfaceEnteredBy(request);
    if (!surface || !guardedSurfaces.has(surface.name)) return true;
    if (this.reflector.getAllAndOverride<string>(WITHOUT_TOKEN, route)) return true;
    const needed = this.reflector.getAllAndOverride<string[] | undefined>(SCOPES, route);
    if (!needed) throw KernelErrors.forbidden('This route declares no scope');
    const principal = await this.#admit(request, surface);
    demandScopes(principal, needed);
    noteAdmitted(request, { principal, tenant: await this.tenants.of(principal, request.get('enterprise-id')) });
    return true;
  }

  async #admit(request: Request, surface: Surface): Promise<Principal> {
    try {
      const principal = await this.admission.admit(presentedBy(request, surface.url(this.config)));
      noteActor(principal);
      return principal;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw KernelErrors.unauthenticated(error.why, { challenge: error.challenge });
    }
  }
}

const AUTHORIZATION = /^(bearer|dpop) +([\w.~+/-]+=*)$/i;

function presentedBy(request: Request, audience: string): Presented {
  const [, scheme, token] = AUTHORIZATION.exec(request.get('authorization') ?? '') ?? [];
  if (!scheme || !token) throw new Refused('missing', 'Send an access token in the Authorization header');
  return {
    scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer',
    token,
    proof: request.get('dpop'),
    method: request.method,
    url: new URL(request.originalUrl, audience).href,
    audience,
    address: request.ip,
  };
}

function demandScopes({ scopes }: Principal, needed: readonly string[]): void {
  if (needed.every((scope) => scopes.has(scope))) return;
  throw KernelErrors.insufficientScope(`This route needs ${needed.join(' and ')}`, { scope: needed.join(' ') });
}

function noteActor({ kind, sub, clientId }: Principal): void {
  const context = currentContext();
  if (context) context.actor = { kind, id: sub ?? clientId };
}
