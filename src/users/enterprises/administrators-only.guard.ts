import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** Admits live administrators to routes of all enterprises. A test client must not change live data. */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { administrator, test } = admittedTo(context.switchToHttp().getRequest<Request>()).principal;
    if (!administrator || test) throw KernelErrors.forbidden('Only live administrators may do this');
    return true;
  }
}
