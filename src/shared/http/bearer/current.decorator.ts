import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { Tenant } from '../../kernel/tenant.js';
import { admittedTo, type Principal } from './principal.js';

export const CurrentPrincipal = createParamDecorator(
  (_data, context): Principal => admittedTo(context.switchToHttp().getRequest<Request>()).principal,
);

export const CurrentTenant = createParamDecorator(
  (_data, context): Tenant => admittedTo(context.switchToHttp().getRequest<Request>()).tenant,
);
