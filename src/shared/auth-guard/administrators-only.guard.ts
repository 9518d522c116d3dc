import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';
import { admittedTo } from './principal.js';

/**
 * Admits only administrators (clients, or operators of all enterprises), and only for live data, because the routes
 * concern the whole service, which a test client must not change.
 */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { administrator, test } = admittedTo(context.switchToHttp().getRequest<Request>()).principal;
    if (!administrator || test) throw KernelErrors.forbidden('Only live administrators may do this');
    return true;
  }
}
