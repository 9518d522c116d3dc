import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { admittedTo } from '../../shared/http/bearer/principal.js';
import { KernelErrors } from '../../shared/kernel/errors.js';

/** What concerns all enterprises. An administrator of the test side is none here: a test must not change what is live. */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { administrator, test } = admittedTo(context.switchToHttp().getRequest<Request>()).principal;
    if (!administrator || test) throw KernelErrors.forbidden('Only live administrators may do this');
    return true;
  }
}
