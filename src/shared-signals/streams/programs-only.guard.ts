import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { admittedTo } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** Refuses operators, because a stream belongs to the client that receives it. */
@Injectable()
export class ProgramsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal } = admittedTo(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'operator') throw KernelErrors.forbidden('A stream belongs to the client that receives it');
    return true;
  }
}
