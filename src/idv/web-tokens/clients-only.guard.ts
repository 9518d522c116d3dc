import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** Refuses operators, because the `web_session_id` opens the user's pages. Operators use `/v1/idvSessions` instead. */
@Injectable()
export class ClientsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal } = admittedTo(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'operator') throw KernelErrors.forbidden('Operators must use /v1/idvSessions');
    return true;
  }
}
