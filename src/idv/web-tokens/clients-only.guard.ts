import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** Keeps operators from the `web_session_id`, which opens the pages of the person. They have `/v1/idvSessions`. */
@Injectable()
export class ClientsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal } = admittedTo(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'operator') throw KernelErrors.forbidden('Operators must use /v1/idvSessions');
    return true;
  }
}
