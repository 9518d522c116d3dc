import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';
import { admittedTo } from './principal.js';

/**
 * Admits administrators in live mode, and operators of all enterprises, to routes that concern the whole service. A
 * test client must not change live data.
 */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { administrator, test } = admittedTo(context.switchToHttp().getRequest<Request>()).principal;
    if (!administrator || test) throw KernelErrors.forbidden('Only live administrators may do this');
    return true;
  }
}
